"""Metrics, each in one place, with its definition and source."""
