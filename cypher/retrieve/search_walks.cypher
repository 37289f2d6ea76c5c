CYPHER 5
CALL db.index.vector.queryNodes('steiner_walk_roots', $fetch, $vector) YIELD node AS e, score
<<of_entry>>
WITH count(*) AS seen, collect(CASE WHEN n IS NOT NULL AND <<node>> THEN [n, score] END) AS roots
UNWIND CASE WHEN size(roots) = 0 THEN [null] ELSE roots[..$k] END AS root
CALL {
  WITH root
  MATCH (w:SteinerWalk) WHERE w.steiner_root = id(root[0])
  WITH w, vector.similarity.cosine(w.steiner_embedding, $vector) AS score
  ORDER BY score DESC LIMIT $k
  RETURN collect([w.steiner_text, w.steiner_nodes, w.steiner_relationships, score]) AS walks
}
RETURN seen, collect(CASE WHEN root IS NOT NULL THEN [id(root[0]), root[1], walks] END) AS hits
