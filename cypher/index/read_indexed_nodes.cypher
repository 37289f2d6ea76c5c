CYPHER 5
MATCH (n)
WHERE (n:SteinerNode OR n.steiner_hash IS NOT NULL)
  AND NOT n:SteinerIndex AND NOT n:SteinerRelation
RETURN id(n) AS id
