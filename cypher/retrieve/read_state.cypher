CYPHER 5
MATCH (i:SteinerIndex)
WHERE i.steiner_model IS NOT NULL
RETURN i.steiner_updated AS updated, i.steiner_state AS state,
       coalesce(i.steiner_walks, '') AS walks, coalesce(i.steiner_triples, '') AS triples
