CYPHER 5
MATCH (n)
RETURN count(n) AS count
