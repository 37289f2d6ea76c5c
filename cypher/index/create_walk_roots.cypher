CYPHER 5
CREATE VECTOR INDEX $index IF NOT EXISTS FOR (n:{{label}}) ON n.steiner_walks OPTIONS $options
