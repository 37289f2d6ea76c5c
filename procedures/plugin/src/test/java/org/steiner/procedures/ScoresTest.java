// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

class ScoresTest {

    @BeforeEach
    void emptyGraph() {
        TestGraph.empty();
    }

    @Test
    void scoresAreCosines() {
        assertEquals(List.of(1f, -1f, 0f, 0.6f), scores(new float[] {2, 0}, new double[] {-3, 0}, new double[] {0, 1},
                new float[] {3, 4}));
    }

    @Test
    void whatCannotBeComparedHasNoScore() {
        float none = Float.NaN;
        assertEquals(List.of(none, none, none, none, none),
                scores(null, new double[] {1}, new float[] {0, 0}, "text", new String[] {"a", "b"}));
    }

    @Test
    void wholeNumbersAreAVectorToo() {
        assertEquals(List.of(1f), scores(new long[] {5, 0}));
    }

    private static List<Float> scores(Object... embeddings) {
        List<Long> seeds;
        try (Transaction transaction = TestGraph.database().beginTx()) {
            seeds = Arrays.stream(embeddings)
                    .map(embedding -> create(transaction, embedding))
                    .toList();
            transaction.commit();
        }
        return TestGraph.expand(seeds, Map.of("vector", List.of(1.0, 0))).scores();
    }

    private static long create(Transaction transaction, Object embedding) {
        Node node = transaction.createNode();
        if (embedding != null) {
            node.setProperty("steiner_embedding", embedding);
        }
        return node.getId();
    }
}
