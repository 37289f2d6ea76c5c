($types = [] OR type(r) IN $types)
