CALL (f<<before>>) {
  UNWIND f<<before>> AS n
  WITH n, <<degree>> AS degree
  RETURN collect(CASE WHEN degree <= $cap THEN n END) AS plain<<hop>>,
         collect(CASE WHEN degree > $cap THEN n END) AS hubs<<hop>>
}
CALL (q<<before>>, plain<<hop>>) {
  UNWIND plain<<hop>> AS n
  MATCH (n)<<left>>-[r<<types>>]-<<right>>(m) <<where>>
  WITH DISTINCT q<<before>> AS q, r WHERE NOT r IN q
  RETURN collect(r) AS own<<hop>>
}
CALL (q<<before>>, hubs<<hop>>) {
  UNWIND hubs<<hop>> AS n
  CALL (n) {
    <<groups>>
  }
  WITH q<<before>> AS q, n, r, $places[type(r)] AS place,
       CASE WHEN startNode(r) = n THEN endNode(r) ELSE startNode(r) END AS m <<where>>
  WITH q, n, place, collect(r)[..$window] AS found
  UNWIND found AS r
  WITH q, n, place, r ORDER BY id(r) % 2147483647 * 48271 % 2147483647, id(r)
  WITH q, n, place, collect(r) AS found
  UNWIND range(0, size(found) - 1) AS rank
  WITH q, n, found[rank] AS r, rank, place ORDER BY rank, place
  WITH q, n, collect(r) AS found
  WITH q, found[..$cap] AS chosen, CASE WHEN size(found) > $cap THEN n END AS hub
  UNWIND chosen AS r
  WITH q, r, hub WHERE NOT r IN q
  RETURN collect(DISTINCT r) AS shared<<hop>>, count(DISTINCT hub) AS capped<<hop>>
}
CALL (s<<before>>, own<<hop>>, shared<<hop>>) {
  UNWIND own<<hop>> + shared<<hop>> AS r
  UNWIND [startNode(r), endNode(r)] AS m
  WITH DISTINCT s<<before>> AS s, m WHERE NOT m IN s
  RETURN collect(m) AS n<<hop>>
}
WITH *, s<<before>> + n<<hop>> AS s<<hop>>, own<<hop>> + shared<<hop>> AS r<<hop>>,
     q<<before>> + own<<hop>> + shared<<hop>> AS q<<hop>>
WITH *, CASE WHEN size(q<<hop>>) <= $max_relationships AND size(s<<hop>>) <= $max_nodes
              AND size(n<<hop>>) * $cap <= $spare * ($max_relationships - size(q<<hop>>))
             THEN n<<hop>> ELSE [] END AS f<<hop>>
