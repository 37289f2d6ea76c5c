CYPHER 5
CALL {
  UNWIND $nodes AS i
<<hydrated>>
}
WITH groups AS nodes
CALL {
  UNWIND $relationships AS i
  MATCH (s)-[r]->(t) WHERE id(r) = i AND <<relationship>>
  WITH r, s, t, [k IN keys(r) WHERE NOT k STARTS WITH 'steiner_' | [k, r[k]]] AS own
  WITH type(r) AS type, [p IN own | p[0]] AS keys,
       collect([id(r), elementId(r), id(s), id(t)]) AS ids,
       collect([p IN own | CASE WHEN p[1] IS :: STRING THEN left(p[1], $longest)
         WHEN p[1] IS :: LIST<ANY> THEN p[1][..$longest] ELSE p[1] END]) AS values
  RETURN collect([type, keys, ids, values]) AS relationships
}
RETURN nodes, relationships
