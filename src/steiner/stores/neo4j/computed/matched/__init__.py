"""What a query matches, as Cypher: patterns, conditions, where it begins, groups to compare."""
