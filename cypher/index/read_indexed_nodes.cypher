CYPHER 5
CALL {
  MATCH (n)
  WHERE id(n) % $parts = $part AND (n:SteinerNode OR n.steiner_hash IS NOT NULL)
    AND NOT n:SteinerIndex AND NOT n:SteinerRelation AND NOT n:SteinerEntry AND NOT n:SteinerEdge
  RETURN collect(id(n)) AS own
}
CALL {
  MATCH (e:SteinerEntry)
  WHERE e.steiner_node % $parts = $part
  RETURN collect(e.steiner_node) AS beside
}
RETURN own + beside AS ids
