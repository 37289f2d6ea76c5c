CYPHER 5
MATCH (n) WHERE elementId(n) IN $names AND <<node>>
RETURN collect(id(n)) AS ids
