"""Questions with relation paths over graphs that nobody has: other people's words and schemas."""
