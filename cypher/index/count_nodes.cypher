CYPHER 5
MATCH (n)
WITH count(n) AS everything
CALL { MATCH (n:SteinerIndex) RETURN count(n) AS records }
CALL { MATCH (n:SteinerRelation) RETURN count(n) AS relations }
CALL { MATCH (n:SteinerWalk) RETURN count(n) AS walks }
CALL { MATCH (n:SteinerTriple) RETURN count(n) AS triples }
CALL { MATCH (n:SteinerEntry) RETURN count(n) AS entries }
CALL { MATCH (n:SteinerEdge) RETURN count(n) AS edges }
RETURN everything - records - relations - walks - triples - entries - edges AS count
