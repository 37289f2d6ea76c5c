CYPHER 5
MATCH (w:SteinerWalk)
WHERE w.steiner_root IN $roots
RETURN w.steiner_text AS text, w.steiner_embedding AS vector
