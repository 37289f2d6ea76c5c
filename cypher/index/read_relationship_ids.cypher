CYPHER 5
MATCH (a)-[r]->(b)
WHERE id(r) % $parts = $part
WITH a, r, b
WHERE any(k IN keys(r) WHERE NOT k STARTS WITH 'steiner_' AND valueType(r[k]) CONTAINS 'STRING')
  AND (size($labels) = 0
       OR any(l IN labels(a) WHERE l IN $labels) AND any(l IN labels(b) WHERE l IN $labels))
RETURN collect(id(r)) AS ids
