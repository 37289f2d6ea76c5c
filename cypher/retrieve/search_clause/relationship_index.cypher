MATCH ()-[r]->()
  SEARCH r IN (VECTOR INDEX {{index}} FOR $vector LIMIT $fetch) SCORE AS score
  RETURN r, score
