"""Published files as their authors give them, read a question at a time."""
