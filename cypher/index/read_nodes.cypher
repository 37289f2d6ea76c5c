CYPHER 5
UNWIND $ids AS i
MATCH (n) WHERE id(n) = i
OPTIONAL MATCH (e:SteinerEntry {steiner_node: i})
RETURN id(n) AS id, coalesce(e.steiner_hash, n.steiner_hash) AS hash,
       [l IN labels(n) WHERE l <> 'SteinerNode'] AS labels,
       [k IN keys(n)
        WHERE CASE WHEN k STARTS WITH 'steiner_' THEN false
                   WHEN valueType(n[k]) STARTS WITH 'VECTOR' THEN false
                   WHEN valueType(n[k]) STARTS WITH 'STRING' THEN size(n[k]) <= $longest
                   WHEN valueType(n[k]) STARTS WITH 'LIST<FLOAT' THEN size(n[k]) < 16
                   ELSE true END
        | [k, n[k]]] AS properties
