CYPHER 5
CALL db.index.vector.queryNodes('steiner_nodes', $k, $vector) YIELD node, score
RETURN collect(id(node)) AS ids, collect(score) AS scores
