"""Names and values of the graph that a question says, in codes and on relationships, too."""
