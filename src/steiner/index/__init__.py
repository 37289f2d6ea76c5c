"""Indexing: verbalise, embed, write. Resumable, refreshed by content hash, removable."""
