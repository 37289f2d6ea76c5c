CYPHER 5
CALL {
<<nodes>>
}
WITH {seen: seen, hits: hits} AS nodes
CALL (nodes) {
  UNWIND nodes.hits[..$at_once] AS hit
  WITH hit.nodes[0] AS i
<<hydrated>>
}
WITH nodes, groups
CALL {
<<relationships>>
}
WITH nodes, groups, {seen: seen, hits: hits} AS relationships
CALL {
<<state>>
}
WITH nodes, groups, relationships,
     collect({updated: updated, state: state, walks: walks, triples: triples}) AS state
RETURN nodes, groups, relationships, state
