CYPHER 5
MATCH ()-[r:{{member}}]->()
RETURN count(r) AS times
