CYPHER 5
CALL {
  MATCH (e:SteinerEntry)
  WHERE e.steiner_node IN $ids
  DELETE e
}
UNWIND $ids AS i
MATCH (n) WHERE id(n) = i
REMOVE n:SteinerNode, n.steiner_hash, n.steiner_name, n.steiner_keys, n.steiner_properties,
       n.steiner_embedding, n.steiner_walks, n.steiner_walks_hash
WITH n
UNWIND [key IN keys(n) WHERE key STARTS WITH 'steiner_filter_'] AS key
REMOVE n[key]
