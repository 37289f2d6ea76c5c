CYPHER 5
MATCH (n:SteinerNode) WHERE <<range>>
WITH n LIMIT $most + 1
WITH collect(n) AS met
WITH met, size(met) > $most AS more
RETURN more, COLLECT {
  UNWIND CASE WHEN more THEN [] ELSE met END AS n
  WITH n, <<embedded>> AS embedded WHERE <<node>> AND size(embedded) = size($vector)
  WITH id(n) AS id, vector.similarity.cosine(embedded, $vector) AS score
  ORDER BY score DESC, id LIMIT $k
  RETURN [id, score]
} AS hits
