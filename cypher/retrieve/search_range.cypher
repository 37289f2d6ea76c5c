CYPHER 5
MATCH (n:SteinerNode) WHERE <<range>>
WITH n LIMIT $most
WHERE <<node>> AND size(n.steiner_embedding) = size($vector)
WITH id(n) AS id, vector.similarity.cosine(n.steiner_embedding, $vector) AS score
ORDER BY score DESC, id LIMIT $k
RETURN collect([id, score]) AS hits
