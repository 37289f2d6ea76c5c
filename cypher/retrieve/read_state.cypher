CYPHER 5
MATCH (i:SteinerIndex)
RETURN i.steiner_updated AS updated, i.steiner_state AS state
