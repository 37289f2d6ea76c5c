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

    NodeReader(Graph graph, Request request) {
        this.graph = graph;
        this.groups = request.groups();
        this.direction = request.direction();
        this.hubs = request.hubs();
        this.reads = request.reads();
        this.filter = request.filter();
        this.allTypes = groups.all();
    }

    /** Adds what the node contributes; whether there was more than is kept. */
    boolean read(Node node, int cap, Links found) {
        if (!hubs && isAbove(node, HUB * cap)) {
            return true;
        }
        long most = Math.max(reads, HUB * cap);
        boolean partly = isAbove(node, most);
        Sample sample = new Sample(groups.size(), cap);
        if (partly) {
            readShares(node, Math.max(cap, Round.up(most, groups.size())), sample);
        } else {
            read(node, allTypes, Long.MAX_VALUE, sample);
        }
        return sample.addTo(found, groups) || partly;
    }

    /** Whether the node has more of the groups' types. Neo4j keeps the degree of a node of many relationships. */
    private boolean isAbove(Node node, long limit) {
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

    private void readShares(Node node, long share, Sample sample) {
        for (int group = 0; group < groups.size(); group++) {
            read(node, groups.group(group), share, sample);
        }
    }

    private void read(Node node, RelationshipType[] types, long limit, Sample sample) {
        if (types.length == 0) {
            return;
        }
        long looked = 0;
        try (ResourceIterable<Relationship> relationships = node.getRelationships(direction, types)) {
            for (Relationship relationship : relationships) {
                if (looked++ == limit) {
                    return;
                }
                graph.countRelationship();
                offer(relationship, node, sample);
            }
        }
    }

    /** A property costs more than a hash, so the filter comes last. */
    private void offer(Relationship relationship, Node node, Sample sample) {
        int type = groups.number(relationship.getType());
        int group = groups.groupOf(type);
        long id = relationship.getId();
        if (sample.wants(id, group) && filter.accepts(relationship, node)) {
            sample.add(id, relationship.getStartNodeId(), relationship.getEndNodeId(), type, group);
        }
    }
}
