CYPHER 5
MATCH ()-[r]->(t)
WITH type(r) AS type, r, t
ORDER BY elementId(r)
WITH type, collect({old: r, target: t}) AS own
UNWIND [i IN range(0, size(own) - 1) WHERE i % $every = 0] AS i
WITH type, own[i].old AS old, own[(i + 1) % size(own)].target AS target
WITH type, old, startNode(old) AS source, target, properties(old) AS properties
CREATE (source)-[new:$(type)]->(target)
SET new = properties
DELETE old
RETURN count(*) AS moved
