CYPHER 5
MATCH ()-[r]->()
WHERE r.steiner_hash IS NOT NULL
RETURN id(r) AS id
