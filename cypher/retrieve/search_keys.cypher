CYPHER 5
CALL db.index.fulltext.queryNodes('steiner_keys', $query, {limit: $k}) YIELD node AS n, score
WITH n, score, [i IN range(0, size(n.steiner_keys) - 1) WHERE n.steiner_keys[i] IN $keys] AS at
RETURN [id(n)] AS nodes, null AS relationship, score, n.steiner_name AS name,
       [i IN at | n.steiner_keys[i]] AS keys, [i IN at | n.steiner_properties[i]] AS properties,
       [l IN labels(n) WHERE l <> 'SteinerNode'] AS labels
