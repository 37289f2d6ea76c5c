"""Where the graph lives: one contract, three stores."""
