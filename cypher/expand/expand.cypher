CYPHER 5
UNWIND $seeds AS i
MATCH (n) WHERE id(n) = i <<allowed>>
WITH collect(n) AS f0
WITH f0, f0 AS n0, f0 AS s0, 0 AS q0
<<hops>>
WITH *, <<in_use>> AS in_use
UNWIND <<parts>> AS part
CALL (part) {
  UNWIND part[1] AS r
  WITH type(r) AS type, collect(id(r)) AS ids,
       collect(id(startNode(r))) AS sources, collect(id(endNode(r))) AS targets
  RETURN collect([type, ids, sources, targets]) AS types
}
CALL (part) {
  UNWIND part[0] AS n
  WITH labels(n) AS set, collect(id(n)) AS ids
  RETURN collect([set, ids]) AS label_sets
}
RETURN types, label_sets, part[2] AS capped, part[3] AS expanded, in_use
