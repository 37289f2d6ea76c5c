CYPHER 5
MATCH (a)-[:{{member}}]->(b)
WITH a, b LIMIT $reach
RETURN labels(a) AS source, labels(b) AS target, count(*) AS times
