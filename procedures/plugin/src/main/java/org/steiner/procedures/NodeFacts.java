// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.ArrayList;
import java.util.List;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;

/** What is told of every node of the finished neighbourhood: its labels and its likeness to the question. */
final class NodeFacts {

    private static final String MARK = "SteinerNode";
    private static final String EMBEDDING = "steiner_embedding";

    private final Dictionary<List<String>> labelSets = new Dictionary<>(Text.LIST_ORDER);
    private final IntColumn labels = new IntColumn();
    private final double[] vector;
    private final float[] scores;

    NodeFacts(LongColumn nodes, Graph graph, double[] vector) {
        this.vector = vector;
        this.scores = vector == null ? null : new float[nodes.size()];
        labelSets.add(List.of());
        for (int place = 0; place < nodes.size(); place++) {
            read(graph.node(nodes.get(place)), place);
        }
    }

    byte[] packedLabels() {
        return labelSets.pack(labels);
    }

    List<List<String>> labelNames() {
        return labelSets.sorted();
    }

    byte[] packedScores() {
        return scores == null ? null : Packed.floats(scores);
    }

    private void read(Node node, int place) {
        labels.add(labelSets.add(labels(node)));
        if (scores != null) {
            scores[place] = score(node);
        }
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

    private float score(Node node) {
        try {
            return Vectors.cosine(vector, node == null ? null : Vectors.read(node.getProperty(EMBEDDING, null)));
        } catch (NotFoundException deletedMeanwhile) {
            return Float.NaN;
        }
    }
}
