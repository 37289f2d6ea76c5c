CYPHER 5
SHOW INDEXES YIELD name, type, entityType, labelsOrTypes, properties, state, populationPercent
WHERE name STARTS WITH 'steiner_' OR name = $used
RETURN name, type, entityType, labelsOrTypes, properties, state, populationPercent
ORDER BY name
