WITH r, m LIMIT $scan <<where>>
