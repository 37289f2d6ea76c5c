"""Questions that are computations: a small algebra, read without a model, run by the database."""
