CYPHER 5
CALL {
  MATCH (n:SteinerNode) WHERE <<range>>
  RETURN n, n AS e LIMIT $most + 1
UNION ALL
  MATCH (e:SteinerEntry)
  MATCH (n) WHERE id(n) = e.steiner_node AND <<range>>
  RETURN n, e LIMIT $most + 1
}
WITH collect([n, e]) AS met
WITH met, size(met) > $most AS more
RETURN more, COLLECT {
  UNWIND CASE WHEN more THEN [] ELSE met END AS pair
  WITH pair[0] AS n, pair[1] AS e
  WITH n, <<embedded>> AS embedded WHERE <<node>> AND size(embedded) = size($vector)
  WITH id(n) AS id, vector.similarity.cosine(embedded, $vector) AS score
  ORDER BY score DESC, id LIMIT $k
  RETURN [id, score]
} AS hits
