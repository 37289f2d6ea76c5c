CYPHER 5
MATCH ()-[r]->()
RETURN count(r) AS count
