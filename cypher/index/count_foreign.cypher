CYPHER 5
CALL {
  MATCH (n:SteinerNode|SteinerEntry|SteinerEdge) WHERE NOT n.steiner_hash STARTS WITH $mark
  RETURN count(n) AS nodes
}
CALL {
  MATCH ()-[r]->() WHERE r.steiner_hash IS NOT NULL AND NOT r.steiner_hash STARTS WITH $mark
  RETURN count(r) AS relationships
}
RETURN nodes + relationships AS count
