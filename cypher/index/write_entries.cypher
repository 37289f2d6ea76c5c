CYPHER 5
UNWIND $rows AS row
MATCH (n) WHERE id(n) = row.id
MERGE (e:SteinerEntry {steiner_node: row.id})
SET e.steiner_hash = row.hash, e.steiner_name = row.name,
    e.steiner_keys = row.keys, e.steiner_properties = row.properties
FOREACH (_ IN CASE WHEN row.vector IS NULL THEN [1] ELSE [] END | REMOVE e.steiner_embedding)
WITH e, row
WHERE row.vector IS NOT NULL
CALL db.create.setNodeVectorProperty(e, 'steiner_embedding', row.vector)
RETURN count(*) AS written
