CYPHER 5
SHOW DATABASES YIELD name, lastCommittedTxn
WHERE name = $name
RETURN max(lastCommittedTxn) AS commit
