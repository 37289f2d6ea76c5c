MATCH (n)
UNWIND [l IN labels(n) WHERE NOT l STARTS WITH 'Steiner'] AS label
UNWIND [k IN keys(n) WHERE NOT k STARTS WITH 'steiner'] AS key
RETURN label, collect(DISTINCT key) AS properties
