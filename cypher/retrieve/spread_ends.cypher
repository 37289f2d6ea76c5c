CYPHER 5
UNWIND $ids AS i
MATCH (a) WHERE id(a) = i
CALL (a) {
  MATCH (a)-[r]->(b)
  RETURN type(r) AS type, labels(b) AS target LIMIT $each
}
RETURN labels(a) AS source, type, target, count(*) AS times
