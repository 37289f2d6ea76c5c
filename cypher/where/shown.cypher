(NOT <<it>>:{{hiding}} OR <<it>>:{{showing}})
