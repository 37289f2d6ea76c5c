CYPHER 5
UNWIND $names AS name
MERGE (:Entity {name: name})
