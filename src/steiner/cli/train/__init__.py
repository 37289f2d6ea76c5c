"""Commands that learn: `steiner train`, `tune`, `adapt`, and what they learn from."""
