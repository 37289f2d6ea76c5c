MATCH (n)
UNWIND labels(n) AS name
WITH n, name
WHERE name IN $names
