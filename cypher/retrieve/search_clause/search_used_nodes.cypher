CYPHER 25
CALL () {
  MATCH (n:SteinerNode)
  SEARCH n IN (VECTOR INDEX steiner_nodes FOR $vector <<inside>> LIMIT $fetch) SCORE AS score
  RETURN n, score, true AS own
UNION ALL
  <<used>>
  RETURN n, score, n:SteinerNode AND n.steiner_embedding IS NULL AS own
}
WITH n, score, own ORDER BY score DESC
WITH count(*) AS seen, collect(CASE WHEN own AND <<node>> THEN [id(n), score] END) AS hits
RETURN seen, hits[..$k] AS hits
