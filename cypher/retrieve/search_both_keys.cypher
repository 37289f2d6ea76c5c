CYPHER 5
CALL {
<<nodes>>
}
WITH {seen: seen, hits: hits} AS nodes
CALL {
<<relationships>>
}
RETURN nodes, {seen: seen, hits: hits} AS relationships
