CYPHER 5
CALL () {
  CALL db.index.vector.queryNodes('steiner_nodes', $fetch, $vector) YIELD node AS n, score
  RETURN n, score, true AS own
UNION ALL
  CALL db.index.vector.queryNodes($used, $fetch, $vector) YIELD node AS n, score
  RETURN n, score, n:SteinerNode AND n.steiner_embedding IS NULL AS own
}
WITH n, score, own ORDER BY score DESC
WITH count(*) AS seen, collect(CASE WHEN own AND <<node>> THEN [id(n), score] END) AS hits
RETURN seen, hits[..$k] AS hits
