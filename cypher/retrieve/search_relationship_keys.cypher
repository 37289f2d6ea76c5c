CYPHER 5
CALL db.index.fulltext.queryRelationships('steiner_relationship_keys', $query, {limit: $fetch})
YIELD relationship AS r, score
WITH r, score, startNode(r) AS s, endNode(r) AS t,
     [i IN range(0, size(r.steiner_keys) - 1) WHERE r.steiner_keys[i] IN $keys] AS at
WITH count(*) AS seen, collect(CASE WHEN <<relationship>> THEN
  {nodes: [id(s), id(t)], relationship: id(r), score: score, name: r.steiner_name,
   keys: [i IN at | r.steiner_keys[i]], properties: [i IN at | r.steiner_properties[i]],
   labels: [type(r)]} END) AS hits
RETURN seen, hits[..$k] AS hits
