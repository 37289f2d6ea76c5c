CYPHER 5
MATCH (n:{{labels}}) WHERE n.{{property}} IS NOT NULL
RETURN id(n) AS id, n.{{property}} AS vector
LIMIT $most
