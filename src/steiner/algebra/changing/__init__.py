"""Queries made of others: renumbered, with other properties, settled."""
