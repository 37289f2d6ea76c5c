// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;
import org.neo4j.procedure.TerminationGuard;
import org.neo4j.procedure.memory.ProcedureMemory;
import org.neo4j.procedure.memory.ProcedureMemoryTracker;

/** The neighbourhood of a question's seeds; docs/reference/expansion.md is its specification. */
public final class ExpandProcedure {

    @Context
    public Transaction transaction;

    @Context
    public TerminationGuard guard;

    @Context
    public ProcedureMemory memory;

    @Procedure(name = "steiner.expand", mode = Mode.READ)
    @Description("The k-hop neighbourhood of the seeds as little-endian columns, bounded at hubs and in all.")
    public Stream<Expansion> expand(
            @Name(value = "seeds", description = "Node ids, best first.") List<Long> seeds,
            @Name(
                            value = "options",
                            description = "hops, degree_cap, max_nodes, max_relationships, reads, groups, prized,"
                                    + " direction, hubs, labels, node_conditions, relationship_conditions; all may be left out.")
                    Map<String, Object> options) {
        Request request = Request.parse(options, transaction);
        ProcedureMemoryTracker heap = memory.newTracker();
        Graph graph = new Graph(transaction, guard, heap);
        Neighbourhood neighbourhood = new Expander(graph, request).expand(seeds);
        return Stream.of(new Expansion(neighbourhood, graph, request)).onClose(heap::close);
    }
}
