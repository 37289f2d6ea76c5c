CYPHER 5
CALL {
<<nodes>>
}
WITH {seen: seen, hits: hits} AS nodes
CALL {
<<relationships>>
}
WITH nodes, {seen: seen, hits: hits} AS relationships
CALL {
<<worded>>
}
WITH nodes, relationships, {seen: seen, hits: hits} AS worded
CALL {
<<state>>
}
WITH nodes, relationships, worded,
     collect({updated: updated, state: state, walks: walks, triples: triples}) AS state
RETURN nodes, relationships, worded, state
