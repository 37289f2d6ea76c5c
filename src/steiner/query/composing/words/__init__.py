"""What the words of a question may be: items with scores, in a lattice."""
