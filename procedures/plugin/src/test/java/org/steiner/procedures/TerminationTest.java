// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.TerminationGuard;
import org.neo4j.procedure.memory.HeapEstimator;
import org.neo4j.procedure.memory.ProcedureMemory;
import org.neo4j.procedure.memory.ProcedureMemoryTracker;

class TerminationTest {

    private static final int LEAVES = 5_000;
    private long centre;

    @BeforeEach
    void aStar() {
        TestGraph.empty();
        centre = TestGraph.ids("CREATE (c) WITH c UNWIND range(1, $leaves) AS i CREATE (c)-[:R]->() RETURN DISTINCT id(c)",
                "leaves", LEAVES).get(0);
    }

    @Test
    void aLongReadIsLeftAtTheNextThousand() {
        Countdown guard = new Countdown(3);
        assertThrows(CancellationException.class, () -> expand(guard, 1));
        assertEquals(0, guard.left);
    }

    @Test
    void everyNodeIsAReasonToLook() {
        Countdown guard = new Countdown(1_000_000);
        expand(guard, 2);
        assertTrue(1_000_000 - guard.left > LEAVES, "checks: " + (1_000_000 - guard.left));
    }

    @Test
    void aTransactionEndedByItsCallerStops() {
        try (Transaction transaction = TestGraph.database().beginTx()) {
            transaction.terminate();
            assertThrows(RuntimeException.class, () -> transaction.execute("CALL steiner.expand([0], {})").next());
        }
    }

    private void expand(TerminationGuard guard, int hops) {
        ExpandProcedure procedure = new ExpandProcedure();
        try (Transaction transaction = TestGraph.database().beginTx()) {
            procedure.transaction = transaction;
            procedure.guard = guard;
            procedure.memory = new Unbounded();
            procedure.expand(List.of(centre), Map.of("hops", (long) hops, "degree_cap", 100_000L));
        }
    }

    private static final class Unbounded implements ProcedureMemory, ProcedureMemoryTracker {
        @Override
        public ProcedureMemoryTracker newTracker() {
            return this;
        }

        @Override
        public HeapEstimator heapEstimator() {
            throw new UnsupportedOperationException();
        }

        @Override
        public HeapTrackingCollectionFactory collections() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void allocateHeap(long bytes) {}

        @Override
        public void releaseHeap(long bytes) {}

        @Override
        public void close() {}
    }

    private static final class Countdown implements TerminationGuard {
        private int left;

        Countdown(int checks) {
            this.left = checks;
        }

        @Override
        public void check() {
            if (--left == 0) {
                throw new CancellationException();
            }
        }
    }
}
