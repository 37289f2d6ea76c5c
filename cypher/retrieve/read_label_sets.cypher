CYPHER 5
UNWIND $ids AS i
MATCH (n) WHERE id(n) = i
WITH [l IN labels(n) WHERE l <> 'SteinerNode'] AS labels, id(n) AS i
RETURN labels, collect(i) AS ids
