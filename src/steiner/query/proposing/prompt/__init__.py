"""What a model reads to fill the form: the schema's part, worked questions, the question."""
