"""The graph over HTTP: questions, tables and evidence as JSON and events, and a page."""
