"""Encoders that a user brings: a function, LangChain's, a provider's, an HTTP server's."""
