CYPHER 5
MATCH (node:SteinerTriple)
WHERE node.steiner_relationship IN $owners
MATCH (s)-[r]->(t)
WHERE id(r) = node.steiner_relationship AND <<relationship>>
WITH r, s, t, vector.similarity.cosine(node.steiner_embedding, $vector) AS score
ORDER BY score DESC, id(r) LIMIT $k
RETURN collect([id(r), score, [[type(r), [id(s), id(t)], [id(r)], score]]]) AS hits
