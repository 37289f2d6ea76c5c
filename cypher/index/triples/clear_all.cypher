CYPHER 5
MATCH (t:SteinerTriple)
WITH t LIMIT $page
DELETE t
RETURN count(*) AS removed
