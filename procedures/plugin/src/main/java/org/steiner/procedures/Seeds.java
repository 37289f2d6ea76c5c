// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.neo4j.graphdb.Node;

/** Chooses the nodes to start from (rule 1). */
final class Seeds {

    private static final int HOP = 0;

    private final Graph graph;
    private final Request request;

    Seeds(Graph graph, Request request) {
        this.graph = graph;
        this.request = request;
    }

    void addTo(Neighbourhood neighbourhood, List<Long> seeds) {
        if (seeds == null || seeds.stream().anyMatch(Objects::isNull)) {
            throw Options.refusal("seeds as a list of node ids", seeds, "leave out what is null");
        }
        Set<Long> distinct = new LinkedHashSet<>(seeds);
        neighbourhood.truncated = distinct.size() > request.maxNodes();
        int owner = 0;
        for (long seed : distinct.stream().limit(request.maxNodes()).toList()) {
            if (isAccepted(seed)) {
                neighbourhood.addNode(seed, HOP, owner);
            }
            owner++;
        }
    }

    private boolean isAccepted(long seed) {
        Node node = graph.node(seed);
        return node != null && request.filter().accepts(node);
    }
}
