CYPHER 5
CALL db.index.fulltext.queryRelationships('steiner_relationship_keys', $query, {limit: $k})
YIELD relationship AS r, score
WITH r, score, [i IN range(0, size(r.steiner_keys) - 1) WHERE r.steiner_keys[i] IN $keys] AS at
RETURN [id(startNode(r)), id(endNode(r))] AS nodes, id(r) AS relationship, score,
       r.steiner_name AS name, [i IN at | r.steiner_keys[i]] AS keys,
       [i IN at | r.steiner_properties[i]] AS properties, [type(r)] AS labels
