NOT <<it>>:{{hiding}}
