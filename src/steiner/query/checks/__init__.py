"""What holds of any query that reads a question, whoever proposed it."""
