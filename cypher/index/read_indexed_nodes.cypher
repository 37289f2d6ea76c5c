CYPHER 5
MATCH (n)
WHERE id(n) % $parts = $part AND (n:SteinerNode OR n.steiner_hash IS NOT NULL)
  AND NOT n:SteinerIndex AND NOT n:SteinerRelation
RETURN collect(id(n)) AS ids
