CYPHER 5
UNWIND $keys AS key
MATCH (n:{{label}} {{{key}}: key})
SET n:{{added}}
