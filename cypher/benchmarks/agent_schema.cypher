MATCH (a)-[r]->(b)
WITH DISTINCT [l IN labels(a) WHERE NOT l STARTS WITH 'Steiner'] AS head, type(r) AS relation,
              [l IN labels(b) WHERE NOT l STARTS WITH 'Steiner'] AS tail
WHERE size(head) > 0 AND size(tail) > 0
RETURN head[0] AS head, relation, tail[0] AS tail
