"""A call while it runs: its stages are announced, timed and traced, and it may be given up."""
