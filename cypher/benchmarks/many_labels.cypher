CYPHER 5
UNWIND $rows AS row
CREATE (n:$(row.label))
SET n = row.own
WITH collect({node: n, type: row.type}) AS made
UNWIND range(0, size(made) - 2) AS i
WITH made[i].node AS a, made[i + 1].node AS b, made[i].type AS type
CREATE (a)-[:$(type)]->(b)
