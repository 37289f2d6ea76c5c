CYPHER 5
UNWIND $ids AS i
MATCH (n) WHERE id(n) = i
RETURN id(n) AS id, elementId(n) AS element_id, coalesce(n.steiner_name, '') AS name,
       [l IN labels(n) WHERE l <> 'SteinerNode'] AS labels,
       [k IN keys(n) WHERE NOT k STARTS WITH 'steiner_' | [k, n[k]]] AS properties
