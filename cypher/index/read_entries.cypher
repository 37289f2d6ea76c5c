CYPHER 5
MATCH (n:SteinerNode|SteinerEntry|SteinerEdge)
RETURN n.steiner_name AS name, n.steiner_hash AS hash, n.steiner_keys AS keys,
       n.steiner_properties AS properties, n.steiner_embedding AS vector
UNION ALL
MATCH ()-[r]->() WHERE r.steiner_hash IS NOT NULL
RETURN r.steiner_name AS name, r.steiner_hash AS hash, r.steiner_keys AS keys,
       r.steiner_properties AS properties, r.steiner_embedding AS vector
UNION ALL
MATCH (t:SteinerRelation)
RETURN t.steiner_type AS name, t.steiner_hash AS hash, [] AS keys, [] AS properties,
       t.steiner_embedding AS vector
