CALL (hubs<<hop>>) {
  UNWIND hubs<<hop>> AS n
  CALL (n) {
    CALL (n) {
      <<groups>>
    }
    WITH place, r ORDER BY <<scatter>>
    WITH place, collect(r) AS found
    ORDER BY place
    WITH collect(found) AS groups, max(size(found) = $window) AS full
    RETURN <<turns>> AS found, full
  }
  WITH n, found[..$cap] AS chosen, full OR size(found) > $cap AS over
  UNWIND chosen AS r
  RETURN collect(DISTINCT r) AS spread<<hop>>, count(DISTINCT CASE WHEN over THEN n END) AS wide<<hop>>
}
