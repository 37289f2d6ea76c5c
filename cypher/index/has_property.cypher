CYPHER 5
MATCH (n:{{label}})
WHERE n.{{property}} IS NOT NULL
RETURN true AS found
LIMIT 1
