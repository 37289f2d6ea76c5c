"""What of a graph has a vector: texts of nodes and relationships, of types; or the user's own."""
