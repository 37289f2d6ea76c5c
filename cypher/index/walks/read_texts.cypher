CYPHER 5
MATCH (w:SteinerWalk)
WHERE w.steiner_root IN $owners
RETURN w.steiner_text AS text, w.steiner_embedding AS vector
