CYPHER 5
CALL {
  MATCH (t:SteinerTriple)
  WHERE t.steiner_relationship IN [row IN $rows | row.owner]
  DELETE t
}
UNWIND $rows AS row
CREATE (t:SteinerTriple {steiner_relationship: row.owner, steiner_text_hash: row.hash})
WITH t, row
CALL db.create.setNodeVectorProperty(t, 'steiner_embedding', row.vector)
RETURN count(*) AS written
