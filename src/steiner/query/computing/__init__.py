"""What a question computes: its cues bound to the variables and links that were read."""
