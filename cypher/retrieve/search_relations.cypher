CYPHER 5
MATCH (t:SteinerRelation)
WHERE $types = [] OR t.steiner_type IN $types
WITH t.steiner_type AS type, vector.similarity.cosine(t.steiner_embedding, $vector) AS score
ORDER BY type
RETURN collect([type, score]) AS scored
