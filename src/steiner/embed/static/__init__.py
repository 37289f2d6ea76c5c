"""Static encoders: a table of token vectors, of which a text gets the mean."""
