// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.ArrayList;
import java.util.List;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;

/** The sets of labels of the finished neighbourhood's nodes. */
final class NodeLabels {

    private static final String MARK = "SteinerNode";

    private final Dictionary<List<String>> sets = new Dictionary<>(Text.LIST_ORDER);
    private final IntColumn setOfNode = new IntColumn();

    NodeLabels(LongColumn nodes, Graph graph) {
        sets.add(List.of());
        for (int i = 0; i < nodes.size(); i++) {
            setOfNode.add(sets.add(labels(graph.node(nodes.get(i)))));
        }
    }

    byte[] packed() {
        return sets.pack(setOfNode);
    }

    List<List<String>> names() {
        return sets.sorted();
    }

    private static List<String> labels(Node node) {
        List<String> names = new ArrayList<>(4);
        try {
            for (Label label : node == null ? List.<Label>of() : node.getLabels()) {
                if (!label.name().equals(MARK)) {
                    names.add(label.name());
                }
            }
        } catch (NotFoundException deletedMeanwhile) {
            return List.of();
        }
        names.sort(Text.ORDER);
        return names;
    }
}
