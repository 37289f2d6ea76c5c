// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.List;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;

/** What nodes and relationships must be like to belong to the neighbourhood. */
final class Filter {

    private static final int REFUSED = 0;
    private static final int ACCEPTED = 1;

    private final List<Label> labels;
    private final List<Condition> nodeConditions;
    private final List<Condition> relationshipConditions;
    /** A node is met over many relationships, and reading its properties costs the most. */
    private final LongToInt verdicts = new LongToInt();

    Filter(List<String> labels, List<Condition> nodeConditions, List<Condition> relationshipConditions) {
        this.labels = labels.stream().map(Label::label).toList();
        this.nodeConditions = nodeConditions;
        this.relationshipConditions = relationshipConditions;
    }

    boolean acceptsAll() {
        return acceptsAllNodes() && relationshipConditions.isEmpty();
    }

    /** Whether the relationship, read at the node, and its other end are accepted. */
    boolean accepts(Relationship relationship, Node node) {
        return (relationshipConditions.isEmpty() || acceptsItself(relationship))
                && (acceptsAllNodes() || accepts(relationship.getOtherNode(node)));
    }

    boolean accepts(Node node) {
        int verdict = verdicts.get(node.getId());
        if (verdict == LongToInt.ABSENT) {
            verdict = judge(node) ? ACCEPTED : REFUSED;
            verdicts.putIfAbsent(node.getId(), verdict);
        }
        return verdict == ACCEPTED;
    }

    private boolean acceptsAllNodes() {
        return labels.isEmpty() && nodeConditions.isEmpty();
    }

    private boolean judge(Node node) {
        try {
            return (labels.isEmpty() || labels.stream().anyMatch(node::hasLabel))
                    && nodeConditions.stream().allMatch(condition -> condition.accepts(node));
        } catch (NotFoundException deletedMeanwhile) {
            return false;
        }
    }

    private boolean acceptsItself(Relationship relationship) {
        try {
            return relationshipConditions.stream().allMatch(condition -> condition.accepts(relationship));
        } catch (NotFoundException deletedMeanwhile) {
            return false;
        }
    }
}
