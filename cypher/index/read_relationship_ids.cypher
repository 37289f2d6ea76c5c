CYPHER 5
MATCH ()-[r]->()
WHERE id(r) % $parts = $part
  AND any(k IN keys(r) WHERE NOT k STARTS WITH 'steiner_' AND valueType(r[k]) CONTAINS 'STRING')
  AND (size($labels) = 0
       OR any(l IN labels(startNode(r)) WHERE l IN $labels)
      AND any(l IN labels(endNode(r)) WHERE l IN $labels))
RETURN collect(id(r)) AS ids
