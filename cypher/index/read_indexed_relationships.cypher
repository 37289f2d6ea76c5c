CYPHER 5
CALL {
  MATCH ()-[r]->()
  WHERE id(r) % $parts = $part AND r.steiner_hash IS NOT NULL
  RETURN collect(id(r)) AS own
}
CALL {
  MATCH (e:SteinerEdge)
  WHERE e.steiner_relationship % $parts = $part
  RETURN collect(e.steiner_relationship) AS beside
}
RETURN own + beside AS ids
