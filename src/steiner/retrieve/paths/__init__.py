"""Relation paths: found, scored and ranked (the default system)."""
