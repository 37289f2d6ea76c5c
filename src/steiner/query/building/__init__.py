"""From what is named to a query: variables and links, and what a value means there."""
