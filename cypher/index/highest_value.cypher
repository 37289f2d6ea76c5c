CYPHER 5
MATCH (n)
WITH n[$property] AS value
WHERE coalesce(value <= datetime(), value <= localdatetime(), value <= date(),
               -1.7976931348623157E308 <= value <= 1.7976931348623157E308)
RETURN max(value) AS highest
