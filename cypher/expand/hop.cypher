CALL (f<<before>>) {
  UNWIND f<<before>> AS n
  WITH n, <<degree>> AS degree
  RETURN collect(CASE WHEN degree <= $cap THEN n END) AS plain<<hop>>,
         collect(CASE WHEN degree > $cap AND degree <= $whole THEN n END) AS rich<<hop>>,
         collect(CASE WHEN degree > $whole THEN n END) AS hubs<<hop>>
}
CALL (plain<<hop>>) {
  UNWIND plain<<hop>> AS n
  MATCH (n)<<left>>-[r<<types>>]-<<right>>(m) <<where>>
  RETURN collect(DISTINCT r) AS own<<hop>>
}
CALL (rich<<hop>>) {
  UNWIND rich<<hop>> AS n
  CALL (n) {
    MATCH (n)<<left>>-[r<<types>>]-<<right>>(m) <<where>>
    WITH r, $places[type(r)] AS place, <<scatter>> AS scattered
    ORDER BY place, scattered
    WITH place, collect(r)[..$cap + 1] AS found
    ORDER BY place
    WITH collect(found) AS groups
    RETURN <<turns>> AS found
  }
  WITH n, found[..$cap] AS chosen, size(found) > $cap AS over
  UNWIND chosen AS r
  RETURN collect(DISTINCT r) AS shared<<hop>>, count(DISTINCT CASE WHEN over THEN n END) AS full<<hop>>
}
<<read_hubs>>
WITH *, own<<hop>> + shared<<hop>> + spread<<hop>> AS r<<hop>>, full<<hop>> + wide<<hop>> AS capped<<hop>>
<<reach>>
