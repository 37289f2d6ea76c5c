"""Training: examples in, one folder out that `from_pretrained` loads."""
