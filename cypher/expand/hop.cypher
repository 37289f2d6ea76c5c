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
    WITH r ORDER BY <<scatter>>
    WITH $places[type(r)] AS place, collect(r)[..$cap + 1] AS found
    UNWIND range(0, size(found) - 1) AS rank
    WITH found[rank] AS r, rank * 64 + place AS turn ORDER BY turn LIMIT $cap + 1
    RETURN collect(r) AS found
  }
  WITH n, found[..$cap] AS chosen, size(found) > $cap AS over
  UNWIND chosen AS r
  RETURN collect(DISTINCT r) AS shared<<hop>>, count(DISTINCT CASE WHEN over THEN n END) AS full<<hop>>
}
CALL (hubs<<hop>>) {
  UNWIND hubs<<hop>> AS n
  CALL (n) {
    CALL (n) {
      <<groups>>
    }
    WITH r, $places[type(r)] AS place,
         CASE WHEN startNode(r) = n THEN endNode(r) ELSE startNode(r) END AS m <<where>>
    WITH place, collect(r)[..$window] AS found
    UNWIND found AS r
    WITH place, r, size(found) = $window AS full ORDER BY <<scatter>>
    WITH place, full, collect(r) AS found
    UNWIND range(0, size(found) - 1) AS rank
    WITH found[rank] AS r, rank * 64 + place AS turn, full ORDER BY turn LIMIT $cap + 1
    RETURN collect(r) AS found, max(full) AS full
  }
  WITH n, found[..$cap] AS chosen, full OR size(found) > $cap AS over
  UNWIND chosen AS r
  RETURN collect(DISTINCT r) AS spread<<hop>>, count(DISTINCT CASE WHEN over THEN n END) AS wide<<hop>>
}
WITH *, own<<hop>> + shared<<hop>> + spread<<hop>> AS r<<hop>>
CALL (s<<before>>, r<<hop>>) {
  UNWIND r<<hop>> AS r
  UNWIND [startNode(r), endNode(r)] AS m
  WITH DISTINCT s<<before>> AS s, m WHERE NOT m IN s
  RETURN collect(m) AS n<<hop>>
}
WITH *, s<<before>> + n<<hop>> AS s<<hop>>, q<<before>> + size(r<<hop>>) AS q<<hop>>,
     full<<hop>> + wide<<hop>> AS capped<<hop>>
WITH *, CASE WHEN q<<hop>> <= $max_relationships AND size(s<<hop>>) <= $max_nodes
              AND size(n<<hop>>) * $cap <= $spare * ($max_relationships - q<<hop>>)
             THEN n<<hop>> ELSE [] END AS f<<hop>>
