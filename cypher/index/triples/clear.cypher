CYPHER 5
MATCH (t:SteinerTriple)
WHERE t.steiner_relationship IN $owners
DELETE t
