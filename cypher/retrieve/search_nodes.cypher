CYPHER 5
CALL db.index.vector.queryNodes('steiner_nodes', $fetch, $vector) YIELD node AS e, score
<<of_entry>>
WITH count(*) AS seen, collect(CASE WHEN n IS NOT NULL AND <<node>> THEN [id(n), score] END) AS hits
RETURN seen, hits[..$k] AS hits
