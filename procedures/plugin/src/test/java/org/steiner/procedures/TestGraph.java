// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Result;
import org.neo4j.harness.Neo4j;
import org.neo4j.harness.Neo4jBuilders;

/** One Neo4j for all tests, because its start takes longer than they do; each test begins with an empty graph. */
final class TestGraph {

    private static final Neo4j NEO4J = Neo4jBuilders.newInProcessBuilder()
            .withDisabledServer()
            .withProcedure(ExpandProcedure.class)
            .withProcedure(VersionProcedure.class)
            .build();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(NEO4J::close));
    }

    private TestGraph() {}

    static GraphDatabaseService database() {
        return NEO4J.defaultDatabaseService();
    }

    static void empty() {
        run("MATCH (n) DETACH DELETE n");
    }

    static List<Map<String, Object>> run(String cypher) {
        return run(cypher, Map.of());
    }

    static List<Map<String, Object>> run(String cypher, Map<String, Object> parameters) {
        return database().executeTransactionally("CYPHER 5 " + cypher, parameters, result -> result.stream().toList());
    }

    /** The single column of a query that returns ids. */
    static List<Long> ids(String cypher, Object... parameters) {
        Map<String, Object> map = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            map.put((String) parameters[i], parameters[i + 1]);
        }
        return run(cypher, map).stream()
                .map(row -> (Long) row.values().iterator().next())
                .toList();
    }

    static long id(String cypher) {
        return ids(cypher).get(0);
    }

    static Answer expand(List<Long> seeds, Map<String, Object> options) {
        return database()
                .executeTransactionally(
                        "CALL steiner.expand($seeds, $options)",
                        Map.of("seeds", seeds, "options", options),
                        (Result result) -> new Answer(result.next()));
    }

    static Answer expand(long seed, Map<String, Object> options) {
        return expand(List.of(seed), options);
    }
}
