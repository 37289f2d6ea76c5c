// The transactions of a query that nobody waits for any more: users may end their own.
CYPHER 5
SHOW TRANSACTIONS YIELD transactionId AS id, metaData AS data
WHERE data.steiner = $mark
TERMINATE TRANSACTIONS id YIELD message
RETURN count(*) AS ended
