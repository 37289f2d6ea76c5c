// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

/** What was found so far: nodes with hop and owner, and the relationships between them. */
final class Neighbourhood {

    final LongColumn nodes = new LongColumn();
    final IntColumn hops = new IntColumn();
    final IntColumn owners = new IntColumn();
    final Links links = new Links();
    boolean truncated;
    long capped;
    private final LongToInt places = new LongToInt();
    private final LongToInt linkPlaces = new LongToInt();

    void addNode(long id, int hop, int owner) {
        places.putIfAbsent(id, nodes.size());
        nodes.add(id);
        hops.add(hop);
        owners.add(owner);
    }

    /** The place of the node, {@link LongToInt#ABSENT} where it does not belong to the neighbourhood. */
    int place(long id) {
        return places.get(id);
    }

    boolean has(long id) {
        return places.has(id);
    }

    /** Where each relationship stands in {@code links}. */
    LongToInt linkPlaces() {
        return linkPlaces;
    }

    /** Adds those whose ends both belong to the neighbourhood. */
    void addLinks(Links found) {
        for (int i = 0; i < found.size(); i++) {
            long start = found.starts.get(i);
            long end = found.ends.get(i);
            if (has(start) && has(end)) {
                linkPlaces.putIfAbsent(found.ids.get(i), links.size());
                links.add(found.ids.get(i), start, end, found.types.get(i));
            }
        }
    }
}
