// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Transaction;

/** What was asked for, checked. */
record Request(
        int hops,
        int degreeCap,
        int maxNodes,
        int maxRelationships,
        int reads,
        TypeGroups groups,
        Direction direction,
        boolean hubs,
        Filter filter) {

    private static final int MOST_HOPS = 6;
    /** Of relationships 1 GB of heap, about; whoever wants more reads the graph as a whole. */
    private static final int MOST_RELATIONSHIPS = 10_000_000;
    private static final int MOST_NODES = 5_000_000;

    static Request parse(Map<String, Object> map, Transaction transaction) {
        Options options = new Options(map);
        return new Request(
                options.integer("hops", 2, 0, MOST_HOPS),
                options.integer("degree_cap", 50, 1, MOST_RELATIONSHIPS),
                options.integer("max_nodes", 20_000, 1, MOST_NODES),
                options.integer("max_relationships", 50_000, 1, MOST_RELATIONSHIPS),
                options.integer("reads", 20_000, 1, MOST_RELATIONSHIPS),
                groups(options, transaction),
                options.direction(),
                options.yes("hubs"),
                new Filter(options.texts("labels"), options.conditions("node_conditions"),
                        options.conditions("relationship_conditions")));
    }

    private static TypeGroups groups(Options options, Transaction transaction) {
        List<List<String>> groups = options.groups();
        return groups != null
                ? new TypeGroups(groups)
                : TypeGroups.dealt(typesInUse(transaction), options.texts("prized"));
    }

    private static List<String> typesInUse(Transaction transaction) {
        // Those in use now, as db.relationshipTypes() has them: the client may have asked before one was added.
        List<String> names = new ArrayList<>();
        transaction.getAllRelationshipTypesInUse().forEach(type -> names.add(type.name()));
        return names;
    }
}
