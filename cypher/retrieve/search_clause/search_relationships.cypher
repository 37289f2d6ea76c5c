CYPHER 25
CALL () {
  <<indexes>>
}
WITH r, score, startNode(r) AS s, endNode(r) AS t
ORDER BY score DESC, id(r)
WITH count(*) AS seen, collect(CASE WHEN <<relationship>> THEN [id(r), score] END) AS hits
RETURN seen, hits[..$k] AS hits
