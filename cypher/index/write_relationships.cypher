CYPHER 5
UNWIND $rows AS row
MATCH ()-[r]->() WHERE id(r) = row.id
SET r.steiner_hash = row.hash, r.steiner_name = row.name,
    r.steiner_keys = row.keys, r.steiner_properties = row.properties
FOREACH (_ IN CASE WHEN row.vector IS NULL THEN [1] ELSE [] END | REMOVE r.steiner_embedding)
WITH r, row
WHERE row.vector IS NOT NULL
CALL db.create.setRelationshipVectorProperty(r, 'steiner_embedding', row.vector)
RETURN count(*) AS written
