MATCH (n)
WHERE any(k IN keys(n) WHERE NOT k STARTS WITH 'steiner' AND toStringOrNull(n[k]) = $value)
RETURN labels(n)[0] AS label, coalesce(n.name, n.title) AS name
LIMIT 10
