CYPHER 5
CALL db.relationshipTypes() YIELD relationshipType
RETURN relationshipType AS name
ORDER BY name
