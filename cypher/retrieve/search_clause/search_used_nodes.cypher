CYPHER 25
CALL () {
  MATCH (e)
  SEARCH e IN (VECTOR INDEX steiner_nodes FOR $vector <<inside>> LIMIT $fetch) SCORE AS score
  <<of_entry>>
  RETURN n, score, true AS own
UNION ALL
  <<used>>
  OPTIONAL MATCH (b:SteinerEntry {steiner_node: id(n)})
  WITH n, score, coalesce(b, CASE WHEN n:SteinerNode THEN n END) AS e
  RETURN n, score, e IS NOT NULL AND e.steiner_embedding IS NULL AS own
}
WITH n, score, own ORDER BY score DESC
WITH count(*) AS seen,
     collect(CASE WHEN own AND n IS NOT NULL AND <<node>> THEN [id(n), score] END) AS hits
RETURN seen, hits[..$k] AS hits
