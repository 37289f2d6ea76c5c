"""Metrics, each in one function, with its definition and source."""
