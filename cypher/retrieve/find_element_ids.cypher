CYPHER 5
MATCH (n) WHERE elementId(n) IN $names
RETURN collect(id(n)) AS ids
