"""A query in words."""
