"""What retrieval reads: searches of the indexes, expansion, properties of what is chosen."""
