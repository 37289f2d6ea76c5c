"""Exact questions on Neo4j: a query of the algebra as read-only Cypher, run under limits."""
