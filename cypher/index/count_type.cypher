CYPHER 5
MATCH ()-[r:{{name}}]->()
RETURN count(r) AS count
