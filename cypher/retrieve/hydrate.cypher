CYPHER 5
CALL {
  UNWIND $nodes AS i
  MATCH (n) WHERE id(n) = i AND <<node>>
  RETURN collect({
    id: id(n), element_id: elementId(n), name: coalesce(n.steiner_name, ''),
    labels: [l IN labels(n) WHERE l <> 'SteinerNode'],
    properties: [k IN keys(n)
      WHERE CASE WHEN k STARTS WITH 'steiner_' THEN false
                 WHEN valueType(n[k]) STARTS WITH 'VECTOR' THEN false
                 WHEN valueType(n[k]) STARTS WITH 'LIST<FLOAT' THEN size(n[k]) < 16
                 ELSE true END
      | [k, n[k]]]
  }) AS nodes
}
CALL {
  UNWIND $relationships AS i
  MATCH (s)-[r]->(t) WHERE id(r) = i AND <<relationship>>
  RETURN collect({
    id: id(r), element_id: elementId(r), type: type(r), source: id(s), target: id(t),
    properties: [k IN keys(r) WHERE NOT k STARTS WITH 'steiner_' | [k, r[k]]]
  }) AS relationships
}
RETURN nodes, relationships
