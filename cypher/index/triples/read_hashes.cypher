CYPHER 5
MATCH (t:SteinerTriple)
RETURN t.steiner_relationship AS owner, t.steiner_text_hash AS hash
