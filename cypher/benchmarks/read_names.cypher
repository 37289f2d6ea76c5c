CYPHER 5
MATCH (n:Entity)
RETURN n.name AS name
ORDER BY id(n)
