CYPHER 5
CREATE RANGE INDEX $index IF NOT EXISTS FOR (n:{{label}}) ON (n.{{property}})
