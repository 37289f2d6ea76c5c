"""Reading a question: what it names, compares and asks for."""
