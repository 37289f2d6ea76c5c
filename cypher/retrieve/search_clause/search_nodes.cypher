CYPHER 25
MATCH (e)
SEARCH e IN (VECTOR INDEX steiner_nodes FOR $vector <<inside>> LIMIT $fetch) SCORE AS score
<<of_entry>>
WITH n, score ORDER BY score DESC
WITH count(*) AS seen, collect(CASE WHEN n IS NOT NULL AND <<node>> THEN [id(n), score] END) AS hits
RETURN seen, hits[..$k] AS hits
