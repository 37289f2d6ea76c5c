CYPHER 5
MATCH (n:SteinerNode)
WHERE n.steiner_walks_hash IS NOT NULL
RETURN id(n) AS root, n.steiner_walks_hash AS hash
