CYPHER 5
UNWIND range($first, $last) AS i
CREATE (:Item {
  itemId: i,
  name: $words[i % size($words)] + ' ' + $words[(i / size($words)) % size($words)] + ' ' + i,
  made: date('1990-01-01') + duration({days: i % 12000}),
  summary: reduce(text = '', k IN range(1, 24) |
                  text + ' ' + $words[(i * 31 + k * k * 17 + i / 97 * k) % size($words)])
})
