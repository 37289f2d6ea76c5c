CYPHER 5
MATCH (b:SteinerIndex {steiner_id: 1})
WHERE b.steiner_owner = $owner
SET b.steiner_beat = timestamp()
RETURN count(b) AS owned
