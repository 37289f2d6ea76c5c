CYPHER 5
MATCH (w:SteinerWalk)
WITH w LIMIT $page
DELETE w
RETURN count(*) AS removed
