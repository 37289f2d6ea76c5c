"""What words mean in a graph: its schema, and the notes that people write on it."""
