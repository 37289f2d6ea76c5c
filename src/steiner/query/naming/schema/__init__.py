"""Words of the schema that a question says: its labels, types, properties, and what is noted."""
