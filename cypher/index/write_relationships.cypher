CYPHER 5
UNWIND $rows AS row
MATCH ()-[r]->() WHERE id(r) = row.id
SET r.steiner_hash = row.hash, r.steiner_name = row.name,
    r.steiner_keys = row.keys, r.steiner_properties = row.properties
WITH r, row
CALL db.create.setRelationshipVectorProperty(r, 'steiner_embedding', row.vector)
RETURN count(*) AS written
