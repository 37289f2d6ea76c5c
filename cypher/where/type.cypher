<<it>>:{{types}}
