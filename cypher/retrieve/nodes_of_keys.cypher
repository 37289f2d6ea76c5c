CYPHER 5
UNWIND range(0, size($queries) - 1) AS place
CALL (place) {
  CALL db.index.fulltext.queryNodes('steiner_keys', $queries[place], {limit: $most}) YIELD node AS e
  RETURN collect(coalesce(e.steiner_node, id(e))) AS ids
}
WITH place, ids ORDER BY place
RETURN collect(ids) AS ids
