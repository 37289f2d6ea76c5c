CYPHER 5
MATCH (n:SteinerNode)
WHERE n.steiner_walks_hash IS NOT NULL
RETURN id(n) AS root, n.steiner_walks_hash AS hash
UNION ALL
MATCH (w:SteinerWalk)
WITH DISTINCT w.steiner_root AS root
WHERE NOT EXISTS { MATCH (n:SteinerNode) WHERE id(n) = root AND n.steiner_walks_hash IS NOT NULL }
RETURN root, '' AS hash
