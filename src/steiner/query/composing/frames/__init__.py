"""What is computed of a tree: counts, comparisons, orders, branches."""
