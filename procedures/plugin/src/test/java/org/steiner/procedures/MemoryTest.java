// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.QueryExecutionException;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.harness.Neo4j;
import org.neo4j.harness.Neo4jBuilders;

/** What the procedure keeps counts as memory of the transaction, which has a limit. */
class MemoryTest {

    private static final String EXPAND =
            "MATCH (c:Centre) CALL steiner.expand([id(c)], {hops: 1, degree_cap: $cap, max_nodes: 1000000,"
                    + " max_relationships: 1000000, reads: 1000000}) YIELD nodes RETURN size(nodes) AS bytes";

    @Test
    void theLimitOfATransactionEndsWhatWouldFillTheHeap() {
        try (Neo4j server = Neo4jBuilders.newInProcessBuilder()
                .withDisabledServer()
                .withConfig(GraphDatabaseSettings.memory_transaction_max_size, 4L * 1024 * 1024)
                .withProcedure(ExpandProcedure.class)
                .build()) {
            GraphDatabaseService database = server.defaultDatabaseService();
            database.executeTransactionally("CREATE (c:Centre)");
            for (int i = 0; i < 30; i++) {
                database.executeTransactionally(
                        "MATCH (c:Centre) UNWIND range(1, 1000) AS i CREATE (c)-[:RAY]->()");
            }
            assertEquals(1L, rows(database, 100));
            QueryExecutionException refused =
                    assertThrows(QueryExecutionException.class, () -> rows(database, 1_000_000));
            assertTrue(refused.getStatusCode().contains("Memory"), refused.getStatusCode());
        }
    }

    private static long rows(GraphDatabaseService database, int cap) {
        try (Transaction transaction = database.beginTx();
                Result result = transaction.execute(EXPAND, java.util.Map.of("cap", cap))) {
            return result.stream().count();
        }
    }
}
