CYPHER 5
MATCH (b:SteinerIndex)
WITH b, b {.steiner_id, .steiner_owner, .steiner_beat, .steiner_asked} AS lock
SET b = lock
WITH b
WHERE b.steiner_owner IS NULL
DELETE b
