CALL (s<<before>>, r<<hop>>) {
  UNWIND r<<hop>> AS r
  UNWIND [startNode(r), endNode(r)] AS m
  WITH DISTINCT m WHERE NOT m IN s<<before>>
  RETURN collect(m) AS n<<hop>>
}
WITH *, s<<before>> + n<<hop>> AS s<<hop>>, q<<before>> + size(r<<hop>>) AS q<<hop>>
WITH *, CASE WHEN q<<hop>> <= $max_relationships AND size(s<<hop>>) <= $max_nodes
              AND size(n<<hop>>) * $cap <= $spare * ($max_relationships - q<<hop>>)
             THEN n<<hop>> ELSE [] END AS f<<hop>>
