CYPHER 25
MATCH (n:SteinerNode)
SEARCH n IN (VECTOR INDEX steiner_nodes FOR $vector WHERE n.steiner_name = '' LIMIT 1) SCORE AS score
RETURN score
