CYPHER 5
MATCH (n:SteinerNode)
WITH n, n.{{copy}} AS before,
     CASE WHEN valueType(n.{{property}}) STARTS WITH 'LIST'
            OR valueType(n.{{property}}) STARTS WITH 'STRING' AND size(n.{{property}}) > $longest
          THEN null ELSE n.{{property}} END AS now
WHERE coalesce(before <> now, (before IS NULL) <> (now IS NULL))
CALL (n, now) { SET n.{{copy}} = now } IN TRANSACTIONS OF 10000 ROWS
