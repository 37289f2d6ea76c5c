CYPHER 5
CALL {
  MATCH (w:SteinerWalk)
  WHERE w.steiner_root IN $owners
  DELETE w
}
UNWIND $owners AS i
MATCH (n) WHERE id(n) = i
OPTIONAL MATCH (b:SteinerEntry {steiner_node: i})
WITH coalesce(b, n) AS e
REMOVE e.steiner_walks, e.steiner_walks_hash
