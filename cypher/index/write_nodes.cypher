CYPHER 5
UNWIND $rows AS row
MATCH (n) WHERE id(n) = row.id
SET n:SteinerNode, n.steiner_hash = row.hash, n.steiner_name = row.name,
    n.steiner_keys = row.keys, n.steiner_properties = row.properties
FOREACH (_ IN CASE WHEN row.vector IS NULL THEN [1] ELSE [] END | REMOVE n.steiner_embedding)
WITH n, row
WHERE row.vector IS NOT NULL
CALL db.create.setNodeVectorProperty(n, 'steiner_embedding', row.vector)
RETURN count(*) AS written
