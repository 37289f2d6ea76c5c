CYPHER 5
MATCH (s)-[r]->(t)
WHERE id(r) % $parts = $part
WITH type(r) AS type, collect([id(r), id(s), id(t)]) AS edges
RETURN collect([type, edges]) AS types
