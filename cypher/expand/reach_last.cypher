CALL (r<<hop>>) {
  UNWIND r<<hop>> AS r
  UNWIND [startNode(r), endNode(r)] AS m
  RETURN collect(DISTINCT m) AS n<<hop>>
}
