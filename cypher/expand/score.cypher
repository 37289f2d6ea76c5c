CYPHER 5
UNWIND $ids AS i
MATCH (n) WHERE id(n) = i AND size(n.steiner_embedding) = size($vector)
RETURN collect(id(n)) AS ids, collect(vector.similarity.cosine(n.steiner_embedding, $vector)) AS scores
