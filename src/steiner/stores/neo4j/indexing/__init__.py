"""What indexing reads of the graph and writes to it: schema, pages, indexes, bookkeeping."""
