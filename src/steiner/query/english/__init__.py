"""What English words say in any graph: cues that compute, days, forms of words, light words."""
