MATCH (n)<<left>>-[r<<types>>]-<<right>>() RETURN r LIMIT $scan
