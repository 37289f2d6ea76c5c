OPTIONAL MATCH (n)
WHERE id(n) = coalesce(e.steiner_node, id(e))
  AND NOT n:SteinerEntry|SteinerEdge|SteinerRelation|SteinerIndex|SteinerWalk|SteinerTriple
