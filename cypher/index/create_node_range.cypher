CYPHER 5
CREATE RANGE INDEX $index IF NOT EXISTS FOR (n:SteinerNode) ON (n.{{property}})
