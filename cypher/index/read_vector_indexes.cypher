CYPHER 5
SHOW VECTOR INDEXES YIELD name, entityType, labelsOrTypes, properties, state, populationPercent, options
WHERE entityType = 'NODE'
RETURN name, labelsOrTypes, properties, state, populationPercent, options
ORDER BY name
