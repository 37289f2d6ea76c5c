CYPHER 5
CALL db.index.vector.queryNodes('steiner_nodes', $fetch, $vector) YIELD node AS n, score
WITH count(*) AS seen, collect(CASE WHEN <<node>> THEN [id(n), score] END) AS hits
RETURN seen, hits[..$k] AS hits
