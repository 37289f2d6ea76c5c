"""Relation paths: searched, scored and ranked (the default system)."""
