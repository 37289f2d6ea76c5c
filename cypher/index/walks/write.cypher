CYPHER 5
CALL {
  MATCH (w:SteinerWalk)
  WHERE w.steiner_root IN [row IN $rows | row.owner]
  DELETE w
}
UNWIND $rows AS row
MATCH (n) WHERE id(n) = row.owner
OPTIONAL MATCH (b:SteinerEntry {steiner_node: row.owner})
WITH coalesce(b, n) AS e, row
SET e.steiner_walks_hash = row.hash
WITH e, row
CALL db.create.setNodeVectorProperty(e, 'steiner_walks', row.vector)
UNWIND row.texts AS walk
CREATE (w:SteinerWalk {steiner_root: row.owner, steiner_text: walk.text, steiner_count: walk.count,
                       steiner_nodes: walk.nodes, steiner_relationships: walk.relationships})
WITH w, walk
CALL db.create.setNodeVectorProperty(w, 'steiner_embedding', walk.vector)
RETURN count(*) AS written
