coalesce(e.steiner_embedding, n.{{property}})
