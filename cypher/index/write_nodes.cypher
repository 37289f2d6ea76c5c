CYPHER 5
UNWIND $rows AS row
MATCH (n) WHERE id(n) = row.id
SET n:SteinerNode, n.steiner_hash = row.hash, n.steiner_name = row.name,
    n.steiner_keys = row.keys, n.steiner_properties = row.properties
WITH n, row
CALL db.create.setNodeVectorProperty(n, 'steiner_embedding', row.vector)
RETURN count(*) AS written
