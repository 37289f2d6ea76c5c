CYPHER 5
CALL db.labels() YIELD label
WHERE NOT label IN ['SteinerNode', 'SteinerRelation', 'SteinerIndex', 'SteinerWalk', 'SteinerTriple',
                    'SteinerEntry', 'SteinerEdge']
RETURN label AS name
ORDER BY name
