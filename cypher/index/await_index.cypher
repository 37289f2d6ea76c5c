CYPHER 5
CALL db.awaitIndex($index)
