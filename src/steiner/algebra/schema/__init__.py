"""What a reading knows of a graph: its schema, notes, learnt words, how days are written."""
