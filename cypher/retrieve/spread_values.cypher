CYPHER 5
UNWIND $ids AS i
MATCH (n) WHERE id(n) = i
UNWIND labels(n) AS label
UNWIND keys(n) AS property
WITH label, property, n[property] AS value
WHERE NOT property STARTS WITH 'steiner_' AND NOT valueType(value) STARTS WITH 'VECTOR'
RETURN label, property, collect(CASE WHEN valueType(value) STARTS WITH 'STRING'
                                     THEN left(value, 40) ELSE value END)[..$sample] AS sampled
