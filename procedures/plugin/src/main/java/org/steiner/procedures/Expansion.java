// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.List;

/** The procedure's only row; its fields are the columns, under the names that a client reads. */
public final class Expansion {

    public final byte[] nodes;
    public final byte[] hops;
    public final byte[] relationships;
    public final byte[] sources;
    public final byte[] targets;
    public final byte[] types;
    public final List<String> type_names;
    public final byte[] labels;
    public final List<List<String>> label_names;
    public final boolean truncated;
    public final long capped;

    Expansion(Neighbourhood found, Graph graph, Request request) {
        Links links = found.links;
        nodes = Packed.longs(found.nodes);
        hops = Packed.bytes(found.hops);
        relationships = Packed.longs(links.ids);
        sources = Packed.ints(links.size(), i -> found.place(links.starts.get(i)));
        targets = Packed.ints(links.size(), i -> found.place(links.ends.get(i)));
        Dictionary<String> typesMet = new Dictionary<>(Text.ORDER);
        types = typesMet.pack(links.size(), i -> request.groups().name(links.types.get(i)));
        type_names = typesMet.sorted();
        NodeLabels nodeLabels = new NodeLabels(found.nodes, graph);
        labels = nodeLabels.packed();
        label_names = nodeLabels.names();
        truncated = found.truncated;
        capped = found.capped;
    }
}
