CYPHER 5
UNWIND $rows AS row
CREATE (n:{{label}})
SET n = row
