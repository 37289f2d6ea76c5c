CYPHER 5
CALL db.index.fulltext.queryNodes('steiner_text', $query, {limit: $k}) YIELD node AS n, score
RETURN [id(n)] AS nodes, null AS relationship, score, n.steiner_name AS name,
       n.steiner_keys AS keys, n.steiner_properties AS properties,
       [l IN labels(n) WHERE l <> 'SteinerNode'] AS labels
