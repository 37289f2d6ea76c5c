// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.List;
import org.neo4j.graphdb.Node;

/** Widens the neighbourhood from the seeds, a hop at a time (rule 2). */
final class Expander {

    private static final long OFFERED_PER_PLACE = 4;

    private final Graph graph;
    private final Request request;
    private final NodeReader reader;
    private final Neighbourhood neighbourhood = new Neighbourhood();

    Expander(Graph graph, Request request) {
        this.graph = graph;
        this.request = request;
        this.reader = new NodeReader(graph, request);
    }

    Neighbourhood expand(List<Long> seeds) {
        new Seeds(graph, request).addTo(neighbourhood, seeds);
        graph.keep(neighbourhood.nodes.size());
        int frontier = 0;
        for (int hop = 1; hop <= request.hops() && frontier < neighbourhood.nodes.size(); hop++) {
            int room = request.maxRelationships() - neighbourhood.links.size();
            if (room == 0) {
                neighbourhood.truncated = true;
                break;
            }
            int next = neighbourhood.nodes.size();
            new Hop(neighbourhood, frontier, hop).add(read(frontier, room), room, request.maxNodes() - next);
            graph.keep(neighbourhood.nodes.size() - next);
            frontier = next;
        }
        return neighbourhood;
    }

    private Links read(int frontier, int room) {
        int cap = cap(neighbourhood.nodes.size() - frontier, room);
        Links found = new Links();
        for (int place = frontier; place < neighbourhood.nodes.size(); place++) {
            Node node = graph.node(neighbourhood.nodes.get(place));
            int before = found.size();
            if (node != null && reader.read(node, cap, found)) {
                neighbourhood.capped++;
            }
            graph.keep(found.size() - before);
        }
        return found.sortedWithout(neighbourhood.linkPlaces());
    }

    /** Many frontier nodes share the room, so that a wide frontier is not read only to be thrown away. */
    private int cap(int frontierSize, int room) {
        long share = Round.up(OFFERED_PER_PLACE * room, frontierSize);
        return (int) Math.min(request.degreeCap(), share);
    }
}
