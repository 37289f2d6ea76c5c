CYPHER 5
CALL db.info() YIELD name
RETURN name
