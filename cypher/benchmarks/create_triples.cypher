CYPHER 5
UNWIND $pairs AS pair
MATCH (head:Entity {name: pair[0]})
MATCH (tail:Entity {name: pair[1]})
MERGE (head)-[:{{type}}]->(tail)
