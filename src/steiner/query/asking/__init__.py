"""Questions that are read as they stand: what is named, all of a kind, what goes on with a set."""
