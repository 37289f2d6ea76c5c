"""The way in over HTTP, the same for `steiner serve`, its /mcp and `steiner mcp --http`."""
