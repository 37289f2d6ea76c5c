CYPHER 5
CALL steiner.version() YIELD version
RETURN version
