(n:{{name}})
