CYPHER 5
MATCH (n:{{member}})
WITH n LIMIT $sample
UNWIND keys(n) AS property
WITH property, n[property] AS value
WHERE NOT property STARTS WITH 'steiner_' AND NOT valueType(value) STARTS WITH 'VECTOR'
RETURN property, collect(CASE WHEN valueType(value) STARTS WITH 'STRING'
                              THEN left(value, 40) ELSE value END) AS sampled
ORDER BY property
