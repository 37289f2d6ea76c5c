CYPHER 5
MATCH (a)-[n]->(b)
WHERE type(n) IN $names
RETURN type(n) AS name, labels(a) AS source, labels(b) AS target, count(*) AS times
