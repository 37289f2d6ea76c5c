MATCH (n)<<left>>-[r<<types>>]-<<right>>(m) <<looked>> RETURN <<place>> AS place, r LIMIT $window
