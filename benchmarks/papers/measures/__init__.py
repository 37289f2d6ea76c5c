"""What only the papers' studies measure: judged answers and chains, citations of a graph."""
