CALL {
  MATCH <<member>>
  RETURN count(n) AS total
}
WITH CASE WHEN total < $reach THEN total ELSE $reach END AS reached
MATCH <<member>>
WITH n, reached LIMIT $reach
WHERE reached <= $sample OR id(n) * 7919 % 10007 * reached < 10007 * $sample
UNWIND keys(n) AS property
WITH property, n[property] AS value
WHERE NOT property STARTS WITH 'steiner_' AND NOT valueType(value) STARTS WITH 'VECTOR'
RETURN <<place>> AS member, property,
       collect(CASE WHEN valueType(value) STARTS WITH 'STRING'
                    THEN left(value, 40) ELSE value END) AS sampled
