CYPHER 5
CREATE (n:SteinerProbe)
RETURN count(n) AS written
