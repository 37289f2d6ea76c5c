CYPHER 5
CALL steiner.expand($seeds, $options)
YIELD nodes, hops, relationships, sources, targets, types, type_names, labels, label_names,
      truncated, capped
RETURN nodes, hops, relationships, sources, targets, types, type_names, labels, label_names,
       truncated, capped
