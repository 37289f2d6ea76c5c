CYPHER 25
MATCH (e:SteinerEdge)
SEARCH e IN (VECTOR INDEX steiner_edges FOR $vector LIMIT $fetch) SCORE AS score
CALL (e, score) {
  OPTIONAL MATCH (s)-[r]->(t)
  WHERE id(r) = e.steiner_relationship AND <<relationship>>
  RETURN CASE WHEN r IS NOT NULL THEN [id(r), score] END AS hit
}
WITH hit, score ORDER BY score DESC, hit[0]
WITH count(*) AS seen, collect(hit) AS hits
RETURN seen, hits[..$k] AS hits
