CYPHER 5
RETURN 0 AS seen, [] AS hits
