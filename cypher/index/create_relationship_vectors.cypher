CYPHER 5
CREATE VECTOR INDEX $index IF NOT EXISTS
FOR ()-[r:{{type}}]-() ON r.steiner_embedding OPTIONS $options
