CYPHER 25
CREATE VECTOR INDEX $index IF NOT EXISTS FOR (n:{{label}}) ON n.steiner_embedding
WITH [<<properties>>] OPTIONS $options
