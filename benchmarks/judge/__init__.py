"""How questions are read, judged: sets of questions, what is right in each, figures, changes."""
