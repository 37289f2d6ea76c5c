"""Training data made from a graph alone, without anything that people wrote about it."""
