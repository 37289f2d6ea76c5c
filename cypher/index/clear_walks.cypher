CYPHER 5
CALL {
  MATCH (w:SteinerWalk)
  WHERE w.steiner_root IN $roots
  DELETE w
}
UNWIND $roots AS i
MATCH (n) WHERE id(n) = i
REMOVE n.steiner_walks, n.steiner_walks_hash
