CYPHER 5
// Two indexers at once left two records, and the first versions gave theirs no number.
MATCH (b:SteinerIndex)
WITH b ORDER BY b.steiner_state = 'ready' DESC, b.steiner_updated DESC
WITH collect(b) AS records
FOREACH (b IN tail(records) | DELETE b)
WITH head(records) AS b
SET b.steiner_id = 1
