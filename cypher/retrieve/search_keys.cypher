CYPHER 5
CALL db.index.fulltext.queryNodes('steiner_keys', $query, {limit: $fetch}) YIELD node AS e, score
<<of_entry>>
WITH n, e, score, [i IN range(0, size(e.steiner_keys) - 1) WHERE e.steiner_keys[i] IN $keys] AS at
WITH count(*) AS seen, collect(CASE WHEN n IS NOT NULL AND <<node>> THEN
  {nodes: [id(n)], relationship: null, score: score, name: e.steiner_name,
   keys: [i IN at | e.steiner_keys[i]], properties: [i IN at | e.steiner_properties[i]],
   labels: [l IN labels(n) WHERE l <> 'SteinerNode']} END) AS hits
RETURN seen, hits[..$k] AS hits
