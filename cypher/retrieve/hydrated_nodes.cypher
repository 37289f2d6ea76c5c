  MATCH (n) WHERE id(n) = i AND <<node>>
  OPTIONAL MATCH (e:SteinerEntry {steiner_node: i})
  WITH n, coalesce(e.steiner_name, n.steiner_name) AS name,
       [l IN labels(n) WHERE l <> 'SteinerNode'] AS labels,
       [k IN keys(n) WHERE NOT k STARTS WITH 'steiner_' | [k, n[k]]] AS own
  WITH n, name, labels, [p IN own WHERE NOT valueType(p[1]) STARTS WITH 'VECTOR'
    AND (NOT valueType(p[1]) STARTS WITH 'LIST<FLOAT' OR size(p[1]) < 16)] AS own
  WITH labels, [p IN own | p[0]] AS keys, collect([id(n), elementId(n), name]) AS ids,
       collect([p IN own | CASE WHEN p[1] IS :: STRING THEN left(p[1], $longest)
         WHEN p[1] IS :: LIST<ANY> THEN p[1][..$longest] ELSE p[1] END]) AS values
  RETURN collect([labels, keys, ids, values]) AS groups
