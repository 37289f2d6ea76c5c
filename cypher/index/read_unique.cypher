CYPHER 5
SHOW CONSTRAINTS YIELD entityType, type, labelsOrTypes, properties
WHERE entityType = 'NODE' AND (type CONTAINS 'UNIQUE' OR type CONTAINS 'KEY') AND size(properties) = 1
RETURN labelsOrTypes[0] AS name, properties[0] AS property
ORDER BY name, property
