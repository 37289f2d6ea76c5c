"""steiner: answers over an existing Neo4j graph, each with the subgraph that proves it."""
