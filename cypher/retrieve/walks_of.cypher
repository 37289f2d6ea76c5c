CYPHER 5
UNWIND $owners AS root
MATCH (n) WHERE id(n) = root AND <<node>>
CALL {
  WITH n
  MATCH (w:SteinerWalk) WHERE w.steiner_root = id(n)
  WITH w, vector.similarity.cosine(w.steiner_embedding, $vector) AS score
  ORDER BY score DESC LIMIT $k
  RETURN collect([w.steiner_text, w.steiner_nodes, w.steiner_relationships, score]) AS walks
}
RETURN collect([id(n), 1.0, walks]) AS hits
