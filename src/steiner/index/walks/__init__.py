"""Walk corpora of a graph, as texts (Walk&Retrieve, section 2.1)."""
