"""What is counted, for each of what, and which share of it meets a condition."""
