CYPHER 5
CALL {
  MATCH (n:SteinerNode)
  RETURN n, n AS e
UNION ALL
  MATCH (e:SteinerEntry)
  MATCH (n) WHERE id(n) = e.steiner_node
  RETURN n, e
}
WITH e, e.{{copy}} AS before,
     CASE WHEN valueType(n.{{property}}) STARTS WITH 'LIST'
            OR valueType(n.{{property}}) STARTS WITH 'STRING' AND size(n.{{property}}) > $longest
          THEN null ELSE n.{{property}} END AS now
WHERE coalesce(before <> now, (before IS NULL) <> (now IS NULL))
CALL (e, now) { SET e.{{copy}} = now } IN TRANSACTIONS OF 10000 ROWS
