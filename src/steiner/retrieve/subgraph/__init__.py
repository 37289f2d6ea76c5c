"""The small connected subgraph: prizes, Steiner tree, selection."""
