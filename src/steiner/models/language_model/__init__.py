"""The language model that reads a graph: its files, its chat template, its soft prompt."""
