CYPHER 5
MATCH (n:SteinerNode)
WHERE n.steiner_name <> ''
WITH n.steiner_name AS name, collect(id(n)) AS ids
WHERE size(ids) = 1
RETURN name, ids[0] AS id
ORDER BY id
