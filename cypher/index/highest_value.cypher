CYPHER 5
MATCH (n)
WITH n[$property] AS value
WHERE coalesce(value <= datetime(), value <= localdatetime(), value <= date(),
               -1.7976931348623157E308 <= value <= 1.7976931348623157E308)
WITH value, CASE WHEN valueType(value) STARTS WITH 'INTEGER' THEN 'FLOAT NOT NULL'
                 ELSE valueType(value) END AS kind
RETURN kind, max(value) AS highest, count(*) AS times
ORDER BY times DESC, kind
LIMIT 1
