CYPHER 5
UNWIND $rows AS row
MATCH (start:{{start}} {{{start_key}}: row.start})
MATCH (end:{{end}} {{{end_key}}: row.end})
CREATE (start)-[made:{{type}}]->(end)
SET made = row.properties
