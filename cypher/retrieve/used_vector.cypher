coalesce(n.steiner_embedding, n.{{property}})
