"""Variables, links and conditions, word by word: a reading half made."""
