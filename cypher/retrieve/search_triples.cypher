CYPHER 5
CALL db.index.vector.queryNodes('steiner_triples', $fetch, $vector) YIELD node, score
CALL {
  WITH node, score
  OPTIONAL MATCH (s)-[r]->(t)
  WHERE id(r) = node.steiner_relationship AND <<relationship>>
  RETURN CASE WHEN r IS NOT NULL THEN [id(r), score, [[type(r), [id(s), id(t)], [id(r)], score]]] END AS hit
}
WITH hit, score ORDER BY score DESC, hit[0]
WITH count(*) AS seen, collect(hit) AS hits
RETURN seen, hits[..$k] AS hits
