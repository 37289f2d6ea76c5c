CYPHER 5
MERGE (b:SteinerIndex {steiner_id: 1})
WITH b, b {.steiner_id, .steiner_owner, .steiner_beat, .steiner_asked} AS lock
SET b = $record, b += lock
