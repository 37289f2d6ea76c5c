"""What the words of a question stand for: variables, links, properties, units, amounts."""
