"""A model searches the graph itself, one look at a time (Search-on-Graph)."""
