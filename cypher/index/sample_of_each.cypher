CYPHER 5
<<each>>
WITH name, count(n) AS count, collect(n)[..$sample] AS members
UNWIND members AS n
RETURN name, count,
       [k IN keys(n)
        WHERE CASE WHEN k STARTS WITH 'steiner_' THEN false
                   WHEN valueType(n[k]) STARTS WITH 'VECTOR' THEN false
                   WHEN valueType(n[k]) STARTS WITH 'STRING' THEN size(n[k]) <= $longest
                   WHEN valueType(n[k]) STARTS WITH 'LIST<FLOAT' THEN size(n[k]) < 16
                   ELSE true END
        | [k, n[k]]] AS properties
