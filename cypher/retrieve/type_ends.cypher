MATCH <<member>>
WITH startNode(n) AS a, endNode(n) AS b LIMIT $reach
RETURN <<place>> AS member, labels(a) AS source, labels(b) AS target, count(*) AS times
