CYPHER 5
CALL {
  MATCH (e:SteinerEdge)
  WHERE e.steiner_relationship IN $ids
  DELETE e
}
UNWIND $ids AS i
MATCH ()-[r]->() WHERE id(r) = i
REMOVE r.steiner_hash, r.steiner_name, r.steiner_keys, r.steiner_properties, r.steiner_embedding
