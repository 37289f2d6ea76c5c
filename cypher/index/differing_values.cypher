CYPHER 5
MATCH (n:{{label}})
WHERE n.{{property}} IS NOT NULL
WITH n.{{property}} AS value
LIMIT $most
RETURN count(DISTINCT value) AS differing, count(value) AS values
