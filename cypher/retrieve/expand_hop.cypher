CYPHER 5
UNWIND $ids AS i
MATCH (n) WHERE id(n) = i
CALL (n) { MATCH (n)-[r]-() RETURN r LIMIT $cap }
WITH DISTINCT r
RETURN collect(id(r)) AS relationships, collect(type(r)) AS types,
       collect(id(startNode(r))) AS sources, collect(id(endNode(r))) AS targets
