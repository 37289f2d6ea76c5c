CYPHER 5
<<each>>
WITH name, collect(n) AS members
WITH name, members, size(members) AS count
UNWIND members AS n
WITH name, n, count
WHERE count <= $sample OR id(n) * 7919 % 10007 * count < 10007 * $sample
UNWIND keys(n) AS property
WITH name, property, n[property] AS value
WHERE NOT property STARTS WITH 'steiner_' AND NOT valueType(value) STARTS WITH 'VECTOR'
RETURN name, property,
       collect(CASE WHEN valueType(value) STARTS WITH 'STRING'
                    THEN left(value, 40) ELSE value END) AS sampled
