"""What a query returns, as Cypher: a list, measures, a table of groups, a path."""
