CYPHER 5
CALL db.index.fulltext.queryNodes('steiner_edge_keys', $query, {limit: $fetch}) YIELD node AS e, score
OPTIONAL MATCH (s)-[r]->(t)
WHERE id(r) = e.steiner_relationship
WITH r, s, t, e, score,
     [i IN range(0, size(e.steiner_keys) - 1) WHERE e.steiner_keys[i] IN $keys] AS at
WITH count(*) AS seen, collect(CASE WHEN r IS NOT NULL AND <<relationship>> THEN
  {nodes: [id(s), id(t)], relationship: id(r), score: score, name: e.steiner_name,
   keys: [i IN at | e.steiner_keys[i]], properties: [i IN at | e.steiner_properties[i]],
   labels: [type(r)]} END) AS hits
RETURN seen, hits[..$k] AS hits
