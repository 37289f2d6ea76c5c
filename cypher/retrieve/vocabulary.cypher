CYPHER 5
CALL { CALL db.labels() YIELD label RETURN collect(label) AS labels }
CALL { CALL db.relationshipTypes() YIELD relationshipType RETURN collect(relationshipType) AS types }
CALL { CALL db.propertyKeys() YIELD propertyKey RETURN collect(propertyKey) AS properties }
RETURN labels, types, properties
