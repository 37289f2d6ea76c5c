"""Exact answers: a question that is a computation is computed by the database."""
