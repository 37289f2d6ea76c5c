reduce(taken = [], rank IN range(0, $cap) | CASE WHEN size(taken) > $cap THEN taken
           ELSE taken + [found IN groups WHERE size(found) > rank | found[rank]] END)[..$cap + 1]
