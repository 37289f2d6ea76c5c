<<it>>:{{labels}}
