CYPHER 5
MATCH (b:SteinerIndex)
DELETE b
