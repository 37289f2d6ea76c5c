CYPHER 5
CALL db.index.fulltext.queryNodes('steiner_text', $query, {limit: $fetch}) YIELD node AS n, score
WITH count(*) AS seen, collect(CASE WHEN <<node>> THEN
  {nodes: [id(n)], relationship: null, score: score, name: n.steiner_name, keys: n.steiner_keys,
   properties: n.steiner_properties, labels: [l IN labels(n) WHERE l <> 'SteinerNode']} END) AS hits
RETURN seen, hits[..$k] AS hits
