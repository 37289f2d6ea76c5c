"""What an answer says is tied to its evidence: citations, names, what nothing proves."""
