CYPHER 5
UNWIND $ids AS i
MATCH (n) WHERE id(n) = i
RETURN collect([i, n.steiner_name]) AS names
