CYPHER 5
MATCH (i:SteinerIndex)
RETURN i.steiner_updated AS updated, i.steiner_state AS state,
       coalesce(i.steiner_walks, '') AS walks, coalesce(i.steiner_triples, '') AS triples
