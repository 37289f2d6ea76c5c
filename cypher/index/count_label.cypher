CYPHER 5
MATCH (n:{{name}})
RETURN count(n) AS count
