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
RETURN nodes, relationships, coalesce(head(last) + 1, nodes) AS ids
