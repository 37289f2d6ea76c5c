CYPHER 5
UNWIND $indexes AS index
CALL db.index.vector.queryRelationships(index, $k, $vector) YIELD relationship, score
WITH id(relationship) AS id, score
ORDER BY score DESC, id
LIMIT $k
RETURN collect(id) AS ids, collect(score) AS scores
