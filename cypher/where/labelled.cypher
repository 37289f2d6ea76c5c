($labels = [] OR any(l IN labels(<<it>>) WHERE l IN $labels))
