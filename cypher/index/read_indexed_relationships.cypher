CYPHER 5
MATCH ()-[r]->()
WHERE id(r) % $parts = $part AND r.steiner_hash IS NOT NULL
RETURN collect(id(r)) AS ids
