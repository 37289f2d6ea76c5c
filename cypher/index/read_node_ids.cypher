CYPHER 5
MATCH (n)
WHERE NOT n:SteinerIndex AND NOT n:SteinerRelation
  AND (size($labels) = 0 OR any(l IN labels(n) WHERE l IN $labels))
RETURN id(n) AS id
