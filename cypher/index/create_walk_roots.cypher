CYPHER 5
CREATE VECTOR INDEX $index IF NOT EXISTS FOR (n:SteinerNode) ON n.steiner_walks OPTIONS $options
