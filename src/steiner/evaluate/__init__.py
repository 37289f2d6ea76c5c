"""Data sets and measures."""
