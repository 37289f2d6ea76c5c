CYPHER 5
MATCH (i:Item)
WITH i LIMIT $most
DETACH DELETE i
RETURN count(*) AS deleted
