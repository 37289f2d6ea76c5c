CYPHER 5
MATCH (n:SteinerNode) WHERE <<range>>
WITH n LIMIT $most + 1
WITH collect(n) AS met
WITH met, size(met) > $most AS more
RETURN more, COLLECT {
  UNWIND CASE WHEN more THEN [] ELSE met END AS n
  WITH n WHERE <<node>> AND size(n.steiner_embedding) = size($vector)
  WITH id(n) AS id, vector.similarity.cosine(n.steiner_embedding, $vector) AS score
  ORDER BY score DESC, id LIMIT $k
  RETURN [id, score]
} AS hits
