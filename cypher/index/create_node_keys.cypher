CYPHER 5
CREATE FULLTEXT INDEX steiner_keys IF NOT EXISTS
FOR (n:SteinerNode) ON EACH [n.steiner_keys]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'keyword'}}
