CYPHER 5
MATCH (n:SteinerNode|SteinerEntry)
WHERE n.steiner_walks_hash IS NOT NULL
RETURN coalesce(n.steiner_node, id(n)) AS owner, n.steiner_walks_hash AS hash
UNION ALL
MATCH (w:SteinerWalk)
WITH DISTINCT w.steiner_root AS root
WHERE NOT EXISTS { MATCH (n:SteinerNode) WHERE id(n) = root AND n.steiner_walks_hash IS NOT NULL }
  AND NOT EXISTS {
    MATCH (e:SteinerEntry {steiner_node: root}) WHERE e.steiner_walks_hash IS NOT NULL
  }
RETURN root AS owner, '' AS hash
