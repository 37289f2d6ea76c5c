CYPHER 5
MATCH (t:SteinerRelation)
DELETE t
