CYPHER 5
MERGE (b:SteinerIndex {steiner_id: 1})
// Written before anything is read, so that whoever comes second waits, and reads what is written.
SET b.steiner_asked = $owner
WITH b, b.steiner_owner AS before, b.steiner_beat AS beat, timestamp() AS now
WITH b, before, now,
     before IS NULL OR before IN [$owner, $dead] OR now - beat > $stale AS free, now - beat AS age
FOREACH (_ IN CASE WHEN free THEN [1] ELSE [] END |
  SET b.steiner_owner = $owner, b.steiner_beat = now)
RETURN free, before, age
