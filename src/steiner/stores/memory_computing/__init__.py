"""Exact questions on a graph in memory: a query of the algebra, with what its Cypher means."""
