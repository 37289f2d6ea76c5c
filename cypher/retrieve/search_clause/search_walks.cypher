CYPHER 25
MATCH (e)
SEARCH e IN (VECTOR INDEX steiner_walk_roots FOR $vector LIMIT $fetch) SCORE AS score
<<of_entry>>
WITH n, score ORDER BY score DESC
WITH count(*) AS seen, collect(CASE WHEN n IS NOT NULL AND <<node>> THEN [n, score] END) AS roots
UNWIND CASE WHEN size(roots) = 0 THEN [null] ELSE roots[..$k] END AS root
CALL (root) {
  MATCH (w:SteinerWalk) WHERE w.steiner_root = id(root[0])
  WITH w, vector.similarity.cosine(w.steiner_embedding, $vector) AS score
  ORDER BY score DESC LIMIT $k
  RETURN collect([w.steiner_text, w.steiner_nodes, w.steiner_relationships, score]) AS walks
}
RETURN seen, collect([id(root[0]), root[1], walks]) AS hits
