CYPHER 5
MATCH (b:SteinerIndex)
RETURN b {.*} AS record
LIMIT 1
