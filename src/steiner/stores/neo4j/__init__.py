"""The graph in Neo4j: the one room that imports the driver."""
