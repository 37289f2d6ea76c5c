CYPHER 5
MATCH ()-[r:{{member}}]->()
WITH r LIMIT $sample
RETURN [k IN keys(r)
        WHERE CASE WHEN k STARTS WITH 'steiner_' THEN false
                   WHEN valueType(r[k]) STARTS WITH 'VECTOR' THEN false
                   WHEN valueType(r[k]) STARTS WITH 'STRING' THEN size(r[k]) <= $longest
                   WHEN valueType(r[k]) STARTS WITH 'LIST<FLOAT' THEN size(r[k]) < 16
                   ELSE true END
        | [k, r[k]]] AS properties
