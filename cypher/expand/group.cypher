MATCH (n)<<left>>-[r<<types>>]-<<right>>(m)
      WITH r, m LIMIT $share <<where>>
      WITH r ORDER BY <<scatter>> LIMIT $cap + 1
      RETURN <<place>> AS place, collect(r) AS found
