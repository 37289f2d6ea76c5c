// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.ResourceIterable;

/** Reads the relationships of one node and keeps a fair part of them (rule 3). */
final class NodeReader {

    private static final long HUB = 20;

    private final Graph graph;
    private final TypeGroups groups;
    private final Direction direction;
    private final boolean hubs;
    private final long reads;
    private final Filter filter;
    private final RelationshipType[] allTypes;
    private final Sample sample;

    NodeReader(Graph graph, Request request) {
        this.graph = graph;
        this.groups = request.groups();
        this.direction = request.direction();
        this.hubs = request.hubs();
        this.reads = request.reads();
        this.filter = request.filter();
        this.allTypes = groups.all();
        this.sample = new Sample(groups.size());
    }

    /** Adds what the node contributes; whether there was more than is kept. */
    boolean read(Node node, int cap, Links found) {
        long most = hubs ? Math.max(reads, HUB * cap) : HUB * cap;
        sample.begin(cap);
        boolean whole = allTypes.length == 0 || readWhole(node, cap, most);
        if (!whole) {
            sample.begin(cap);
            if (hubs) {
                readShares(node, Math.max(cap, Round.up(most, groups.size())));
            }
        }
        return sample.addTo(found) || !whole;
    }

    /** False, and the sample of no use, where there are more than most: only beyond the cap is the degree asked for. */
    private boolean readWhole(Node node, int cap, long most) {
        long looked = 0;
        try (ResourceIterable<Relationship> relationships = relationships(node)) {
            for (Relationship relationship : relationships) {
                if (looked++ == cap && isAbove(node, most)) {
                    return false;
                }
                offer(relationship, node);
            }
        }
        return true;
    }

    private ResourceIterable<Relationship> relationships(Node node) {
        return groups.every() ? node.getRelationships(direction) : node.getRelationships(direction, allTypes);
    }

    /** Whether the node has more of the groups' types. Neo4j keeps the degree of a node of many relationships. */
    private boolean isAbove(Node node, long limit) {
        try {
            return node.getDegree(direction) > limit && (groups.every() || degree(node) > limit);
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

    private void readShares(Node node, long share) {
        for (int group = 0; group < groups.size(); group++) {
            readShare(node, groups.group(group), share);
        }
    }

    private void readShare(Node node, RelationshipType[] types, long share) {
        if (types.length == 0) {
            return;
        }
        long looked = 0;
        try (ResourceIterable<Relationship> relationships = node.getRelationships(direction, types)) {
            for (Relationship relationship : relationships) {
                if (looked++ == share) {
                    return;
                }
                offer(relationship, node);
            }
        }
    }

    /** A property costs more than a hash, so the filter comes last. */
    private void offer(Relationship relationship, Node node) {
        graph.countRelationship();
        int type = groups.number(relationship.getType());
        if (type == TypeGroups.UNKNOWN) {
            return;
        }
        int group = groups.groupOf(type);
        long id = relationship.getId();
        int hash = FairCut.hash(id);
        if (sample.wants(hash, group) && filter.accepts(relationship, node)) {
            sample.add(hash, group, id, relationship.getStartNodeId(), relationship.getEndNodeId(), type);
        }
    }
}
