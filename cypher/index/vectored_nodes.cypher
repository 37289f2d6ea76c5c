CYPHER 5
UNWIND $ids AS i
MATCH (n:{{labels}}) WHERE id(n) = i
WITH n, n.{{property}} AS vector
WHERE CASE WHEN valueType(vector) STARTS WITH 'VECTOR' THEN valueType(vector) CONTAINS $length
           WHEN valueType(vector) STARTS WITH 'LIST<FLOAT' OR valueType(vector) STARTS WITH 'LIST<INT'
           THEN size(vector) = $dimensions AND any(x IN vector WHERE x <> 0)
           ELSE false END
RETURN collect(id(n)) AS ids
