MATCH <<member>>
RETURN <<place>> AS member, count(n) AS times
