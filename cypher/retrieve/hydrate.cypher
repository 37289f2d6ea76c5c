CYPHER 5
CALL {
  UNWIND $nodes AS i
  MATCH (n) WHERE id(n) = i AND <<node>>
  WITH n, [l IN labels(n) WHERE l <> 'SteinerNode'] AS labels, [k IN keys(n)
    WHERE CASE WHEN k STARTS WITH 'steiner_' THEN false
               WHEN valueType(n[k]) STARTS WITH 'VECTOR' THEN false
               WHEN valueType(n[k]) STARTS WITH 'LIST<FLOAT' THEN size(n[k]) < 16
               ELSE true END] AS keys
  WITH labels, keys, collect([id(n), elementId(n), n.steiner_name]) AS ids,
       collect([k IN keys | CASE WHEN n[k] IS :: STRING THEN left(n[k], $longest)
         WHEN n[k] IS :: LIST<ANY> THEN n[k][..$longest] ELSE n[k] END]) AS values
  RETURN collect([labels, keys, ids, values]) AS nodes
}
CALL {
  UNWIND $relationships AS i
  MATCH (s)-[r]->(t) WHERE id(r) = i AND <<relationship>>
  WITH r, s, t, [k IN keys(r) WHERE NOT k STARTS WITH 'steiner_'] AS keys
  WITH type(r) AS type, keys, collect([id(r), elementId(r), id(s), id(t)]) AS ids,
       collect([k IN keys | CASE WHEN r[k] IS :: STRING THEN left(r[k], $longest)
         WHEN r[k] IS :: LIST<ANY> THEN r[k][..$longest] ELSE r[k] END]) AS values
  RETURN collect([type, keys, ids, values]) AS relationships
}
RETURN nodes, relationships
