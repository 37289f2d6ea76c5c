CALL (hubs<<hop>>) {
  UNWIND hubs<<hop>> AS n
  CALL (n) {
    CALL (n) {
      <<groups>>
    }
    WITH found ORDER BY place
    WITH collect(found) AS groups
    RETURN <<turns>> AS found
  }
  UNWIND found[..$cap] AS r
  RETURN collect(DISTINCT r) AS spread<<hop>>
}
WITH *, size(hubs<<hop>>) AS wide<<hop>>
