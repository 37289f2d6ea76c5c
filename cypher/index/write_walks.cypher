CYPHER 5
CALL {
  MATCH (w:SteinerWalk)
  WHERE w.steiner_root IN [row IN $rows | row.root]
  DELETE w
}
UNWIND $rows AS row
MATCH (n) WHERE id(n) = row.root
OPTIONAL MATCH (b:SteinerEntry {steiner_node: row.root})
WITH coalesce(b, n) AS e, row
SET e.steiner_walks_hash = row.hash
WITH e, row
CALL db.create.setNodeVectorProperty(e, 'steiner_walks', row.vector)
UNWIND row.walks AS walk
CREATE (w:SteinerWalk {steiner_root: row.root, steiner_text: walk.text, steiner_count: walk.count,
                       steiner_nodes: walk.nodes, steiner_relationships: walk.relationships})
WITH w, walk
CALL db.create.setNodeVectorProperty(w, 'steiner_embedding', walk.vector)
RETURN count(*) AS written
