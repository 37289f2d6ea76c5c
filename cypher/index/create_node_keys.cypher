CYPHER 5
CREATE FULLTEXT INDEX $index IF NOT EXISTS
FOR (n:{{label}}) ON EACH [n.steiner_keys]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'keyword'}}
