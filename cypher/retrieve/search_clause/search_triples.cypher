CYPHER 25
MATCH (node:SteinerTriple)
SEARCH node IN (VECTOR INDEX steiner_triples FOR $vector LIMIT $fetch) SCORE AS score
CALL (node, score) {
  OPTIONAL MATCH (s)-[r]->(t)
  WHERE id(r) = node.steiner_relationship AND <<relationship>>
  RETURN CASE WHEN r IS NOT NULL THEN [id(r), score, [[type(r), [id(s), id(t)], [id(r)], score]]] END AS hit
}
WITH hit, score ORDER BY score DESC, hit[0]
WITH count(*) AS seen, collect(hit) AS hits
RETURN seen, hits[..$k] AS hits
