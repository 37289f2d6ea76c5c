MATCH (n)
  SEARCH n IN (VECTOR INDEX {{index}} FOR $vector LIMIT $fetch) SCORE AS score
