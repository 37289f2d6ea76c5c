CYPHER 5
OPTIONAL MATCH (old:SteinerRelation)
WITH collect(old) AS gone
FOREACH (old IN gone | DELETE old)
WITH 1 AS once
UNWIND $rows AS row
CREATE (t:SteinerRelation {steiner_type: row.type, steiner_text: row.text, steiner_hash: row.hash})
WITH t, row
CALL db.create.setNodeVectorProperty(t, 'steiner_embedding', row.vector)
RETURN count(*) AS written
