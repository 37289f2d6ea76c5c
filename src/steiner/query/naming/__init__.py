"""What a question names: words of the schema, names and values of the graph."""
