MATCH (node)-[r]-(m)
WITH r, startNode(r) AS s, endNode(r) AS t, score
RETURN
  coalesce(
    head([k IN $names WHERE s[k] IS NOT NULL | toString(s[k])]),
    head([l IN labels(s) WHERE l <> 'SteinerNode']),
    ''
  ) + ' ' + type(r) + ' ' + coalesce(
    head([k IN $names WHERE t[k] IS NOT NULL | toString(t[k])]),
    head([l IN labels(t) WHERE l <> 'SteinerNode']),
    ''
  ) AS text,
  score,
  {} AS metadata
