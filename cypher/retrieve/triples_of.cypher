CYPHER 5
MATCH (node:SteinerTriple)
WHERE node.steiner_relationship IN $among
MATCH (s)-[r]->(t)
WHERE id(r) = node.steiner_relationship AND <<relationship>>
WITH r, s, t, vector.similarity.cosine(node.steiner_embedding, $vector) AS score
ORDER BY score DESC, id(r) LIMIT $k
RETURN collect([id(r), id(s), type(r), id(t), score]) AS hits
