// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.TerminationGuard;
import org.neo4j.procedure.memory.ProcedureMemoryTracker;

/** The caller's view of the database, left promptly when the caller's transaction is ended. */
final class Graph {

    private static final int RELATIONSHIPS_BETWEEN_CHECKS = 1_024;
    /** Columns, and the slots of a map that is half empty. */
    private static final int BYTES_OF_AN_ELEMENT = 96;

    private final Transaction transaction;
    private final TerminationGuard guard;
    private final ProcedureMemoryTracker heap;
    private int relationships;

    Graph(Transaction transaction, TerminationGuard guard, ProcedureMemoryTracker heap) {
        this.transaction = transaction;
        this.guard = guard;
        this.heap = heap;
    }

    /** Registers what is kept with the transaction, which its limit of memory ends. */
    void keep(int elements) {
        heap.allocateHeap((long) elements * BYTES_OF_AN_ELEMENT);
    }

    /** The node, or null where there is none, because others may delete it at any time. */
    Node node(long id) {
        guard.check();
        try {
            return transaction.getNodeById(id);
        } catch (NotFoundException gone) {
            return null;
        }
    }

    /** To be called for every relationship read. */
    void countRelationship() {
        if (++relationships % RELATIONSHIPS_BETWEEN_CHECKS == 0) {
            guard.check();
        }
    }
}
