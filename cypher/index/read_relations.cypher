CYPHER 5
MATCH (t:SteinerRelation)
RETURN t.steiner_type AS type, t.steiner_text AS text, t.steiner_hash AS hash,
       t.steiner_embedding AS vector
ORDER BY type
