CYPHER 5
CREATE FULLTEXT INDEX steiner_relationship_keys IF NOT EXISTS
FOR ()-[r:{{types}}]-() ON EACH [r.steiner_keys]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'keyword'}}
