"""Questions in other words that mean the same: denials, requests, whole values."""
