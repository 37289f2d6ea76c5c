CYPHER 5
MATCH (a) WHERE id(a) = $first
MATCH (b) WHERE id(b) = $second
MATCH way = shortestPath((a)-[*..4]-(b))
RETURN length(way) AS steps
