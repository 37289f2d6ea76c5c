CYPHER 5
CALL {
  MATCH (n)
  RETURN count(n) AS nodes
}
CALL {
  MATCH ()-[r]->()
  RETURN count(r) AS relationships
}
CALL {
  MATCH (n:SteinerNode)
  WITH n ORDER BY n DESC LIMIT 1
  RETURN collect(id(n)) AS last
}
CALL {
  MATCH (e:SteinerEntry)
  WHERE e.steiner_node >= 0
  WITH e ORDER BY e.steiner_node DESC LIMIT 1
  RETURN collect(e.steiner_node) AS last_entry
}
RETURN nodes, relationships, coalesce(head(last + last_entry) + 1, nodes) AS ids
