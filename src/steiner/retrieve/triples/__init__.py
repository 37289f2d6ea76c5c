"""Triples along a chain of thought (Retrieval & Reasoning, section 3.1)."""
