CYPHER 5
CREATE VECTOR INDEX steiner_tried IF NOT EXISTS
FOR (n:SteinerNode) ON n.steiner_name OPTIONS $options
