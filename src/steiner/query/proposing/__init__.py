"""A language model proposes a query: its prompt, the form that it fills, what is checked of it."""
