"""The form of a query that a model fills: its parts and schema, how it is read and written."""
