CYPHER 5
SHOW DATABASES YIELD name, lastCommittedTxn
WHERE name = $database
RETURN max(lastCommittedTxn) AS commit
