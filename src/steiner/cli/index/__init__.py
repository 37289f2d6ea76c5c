"""Commands about the index: `steiner index`, `status`, `unindex`, `notes`, `doctor`."""
