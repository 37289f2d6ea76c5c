"""What a model learns from, made of questions and answers over a live graph."""
