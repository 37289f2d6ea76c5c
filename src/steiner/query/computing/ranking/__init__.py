"""What rows are ordered by: superlatives, "by" and "based on", the second and the third."""
