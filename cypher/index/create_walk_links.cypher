CYPHER 5
CREATE RANGE INDEX $index IF NOT EXISTS FOR (w:SteinerWalk) ON (w.steiner_root)
