CYPHER 5
CREATE RANGE INDEX $index IF NOT EXISTS FOR (t:SteinerTriple) ON (t.steiner_relationship)
