CYPHER 5
MATCH (t:SteinerTriple)
RETURN t.steiner_relationship AS relationship, t.steiner_text_hash AS hash
