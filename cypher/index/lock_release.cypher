CYPHER 5
MATCH (b:SteinerIndex {steiner_id: 1})
WHERE b.steiner_owner = $owner
REMOVE b.steiner_owner, b.steiner_beat, b.steiner_asked
WITH b
WHERE b.steiner_model IS NULL
DELETE b
RETURN count(*) AS gone
