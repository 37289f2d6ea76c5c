CYPHER 5
MATCH (n)
WHERE id(n) % $parts = $part AND NOT n:SteinerIndex AND NOT n:SteinerRelation
  AND NOT n:SteinerWalk AND NOT n:SteinerTriple AND NOT n:SteinerEntry AND NOT n:SteinerEdge
  AND (size($labels) = 0 OR any(l IN labels(n) WHERE l IN $labels))
RETURN collect(id(n)) AS ids
