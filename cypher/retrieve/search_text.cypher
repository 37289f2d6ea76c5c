CYPHER 5
CALL db.index.fulltext.queryNodes('steiner_text', $query, {limit: $fetch}) YIELD node AS e, score
<<of_entry>>
WITH count(*) AS seen, collect(CASE WHEN n IS NOT NULL AND <<node>> THEN
  {nodes: [id(n)], relationship: null, score: score, name: e.steiner_name, keys: e.steiner_keys,
   properties: e.steiner_properties, labels: [l IN labels(n) WHERE l <> 'SteinerNode']} END) AS hits
RETURN seen, hits[..$k] AS hits
