CYPHER 5
UNWIND $ids AS i
MATCH (n) WHERE id(n) = i
OPTIONAL MATCH (e:SteinerEntry {steiner_node: i})
RETURN collect([i, coalesce(e.steiner_name, n.steiner_name)]) AS names
