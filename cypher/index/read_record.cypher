CYPHER 5
MATCH (b:SteinerIndex)
WHERE b.steiner_model IS NOT NULL
RETURN b {.*} AS record
LIMIT 1
