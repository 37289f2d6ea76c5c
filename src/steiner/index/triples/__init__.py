"""Triples of a graph with their neighbouring triples, as texts (Retrieval & Reasoning, 3.1)."""
