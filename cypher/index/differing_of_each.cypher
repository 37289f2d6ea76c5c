CYPHER 5
MATCH (n)
UNWIND labels(n) AS label
UNWIND coalesce($asked[label], []) AS property
WITH label, property, n[property] AS value
WHERE value IS NOT NULL
RETURN label, property, count(DISTINCT value) AS differing, count(value) AS values
