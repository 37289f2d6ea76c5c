"""What the properties of a graph hold: names, aliases, keys, codes, values worth reading."""
