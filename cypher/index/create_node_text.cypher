CYPHER 5
CREATE FULLTEXT INDEX steiner_text IF NOT EXISTS
FOR (n:{{label}}) ON EACH [n.steiner_name, n.steiner_keys]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-no-stop-words'}}
