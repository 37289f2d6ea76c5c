MATCH ()-[n]->()
WITH n, type(n) AS name
WHERE name IN $names
