"""What agents do with a graph, whatever they are built with."""
