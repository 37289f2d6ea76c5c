CYPHER 5
MERGE (b:SteinerIndex)
SET b = $record
