CYPHER 5
UNWIND $ids AS i
MATCH ()-[r]->() WHERE id(r) = i
OPTIONAL MATCH (e:SteinerEdge {steiner_relationship: i})
RETURN id(r) AS id, coalesce(e.steiner_hash, r.steiner_hash) AS hash, [type(r)] AS labels,
       [k IN keys(r)
        WHERE CASE WHEN k STARTS WITH 'steiner_' THEN false
                   WHEN valueType(r[k]) STARTS WITH 'VECTOR' THEN false
                   WHEN valueType(r[k]) STARTS WITH 'STRING' THEN size(r[k]) <= $longest
                   WHEN valueType(r[k]) STARTS WITH 'LIST<FLOAT' THEN size(r[k]) < 16
                   ELSE true END
        | [k, r[k]]] AS properties
