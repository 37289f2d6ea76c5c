CYPHER 25
MATCH (n:SteinerNode)
SEARCH n IN (VECTOR INDEX steiner_nodes FOR $vector <<inside>> LIMIT $fetch) SCORE AS score
WITH n, score ORDER BY score DESC
WITH count(*) AS seen, collect(CASE WHEN <<node>> THEN [id(n), score] END) AS hits
RETURN seen, hits[..$k] AS hits
