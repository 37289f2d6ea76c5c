// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.ResourceIterable;

/** Reads the relationships of one node, and at a hub a fair part of them (rule 3). */
final class NodeReader {

    private static final long READ_WHOLE = 20;
    private static final long READ_AHEAD = 8;
    private static final long LOOK_AHEAD = 10;

    private final Graph graph;
    private final TypeGroups groups;
    private final Direction direction;
    private final boolean hubs;
    private final Filter filter;
    private final RelationshipType[] allTypes;

    NodeReader(Graph graph, Request request) {
        this.graph = graph;
        this.groups = request.groups();
        this.direction = request.direction();
        this.hubs = request.hubs();
        this.filter = request.filter();
        this.allTypes = groups.all();
    }

    /** Adds what the node contributes; whether there was more than is kept. */
    boolean read(Node node, int cap, Links found) {
        if (isHub(node, READ_WHOLE * cap)) {
            return !hubs || readGroups(node, cap, found);
        }
        Links read = new Links();
        readGroup(node, allTypes, Long.MAX_VALUE, Long.MAX_VALUE, read);
        return choose(read, cap, found);
    }

    /** Whether the node has more of the groups' types. Neo4j keeps the degree of a node of many relationships. */
    private boolean isHub(Node node, long limit) {
        try {
            return node.getDegree(direction) > limit && degree(node) > limit;
        } catch (NotFoundException deletedMeanwhile) {
            return false;
        }
    }

    private long degree(Node node) {
        long degree = 0;
        for (RelationshipType type : allTypes) {
            degree += node.getDegree(type, direction);
        }
        return degree;
    }

    /** Whether there was more than is kept, or a group that may hold more than its window. */
    private boolean readGroups(Node node, int cap, Links found) {
        long window = Math.max(Round.up(cap, 2), Round.up(READ_AHEAD * cap, groups.size()));
        long looks = filter.acceptsAll() ? window : LOOK_AHEAD * window;
        Links read = new Links();
        boolean full = false;
        for (int group = 0; group < groups.size(); group++) {
            int before = read.size();
            readGroup(node, groups.group(group), window, looks, read);
            full |= read.size() - before == window;
        }
        return choose(read, cap, found) || full;
    }

    /** Keeps the cap's share of every group; whether more were read. */
    private boolean choose(Links read, int cap, Links found) {
        if (read.size() <= cap) {
            found.addAll(read);
            return false;
        }
        found.addAll(read, FairCut.keep(read.ids, place -> groups.groupOf(read.types.get(place)), cap));
        return true;
    }

    /** Reads up to {@code window} accepted relationships, looking at no more than {@code looks}. */
    private void readGroup(Node node, RelationshipType[] types, long window, long looks, Links read) {
        if (types.length == 0) {
            return;
        }
        int before = read.size();
        long looked = 0;
        try (ResourceIterable<Relationship> relationships = node.getRelationships(direction, types)) {
            for (Relationship relationship : relationships) {
                if (looked++ == looks || read.size() - before == window) {
                    return;
                }
                graph.countRelationship();
                addIfAccepted(relationship, node, read);
            }
        }
    }

    private void addIfAccepted(Relationship relationship, Node node, Links links) {
        if (filter.accepts(relationship, node)) {
            links.add(
                    relationship.getId(),
                    relationship.getStartNodeId(),
                    relationship.getEndNodeId(),
                    groups.number(relationship.getType()));
        }
    }
}
