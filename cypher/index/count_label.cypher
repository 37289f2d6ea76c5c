CYPHER 5
MATCH (n:{{member}})
RETURN count(n) AS count
