CYPHER 5
CALL db.index.fulltext.queryNodes('steiner_keys', $query, {limit: $fetch}) YIELD node AS n, score
WITH n, score, [i IN range(0, size(n.steiner_keys) - 1) WHERE n.steiner_keys[i] IN $keys] AS at
WITH count(*) AS seen, collect(CASE WHEN <<node>> THEN
  {nodes: [id(n)], relationship: null, score: score, name: n.steiner_name,
   keys: [i IN at | n.steiner_keys[i]], properties: [i IN at | n.steiner_properties[i]],
   labels: [l IN labels(n) WHERE l <> 'SteinerNode']} END) AS hits
RETURN seen, hits[..$k] AS hits
