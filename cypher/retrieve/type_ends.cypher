CYPHER 5
MATCH (a)-[:{{member}}]->(b)
WITH a, b LIMIT $sample
RETURN DISTINCT labels(a) AS source, labels(b) AS target
