CYPHER 5
UNWIND $ids AS i
MATCH (s)-[r]->(t) WHERE id(r) = i AND <<relationship>>
RETURN id(r) AS id, elementId(r) AS element_id, type(r) AS type, id(s) AS source, id(t) AS target,
       [k IN keys(r) WHERE NOT k STARTS WITH 'steiner_' | [k, r[k]]] AS properties
