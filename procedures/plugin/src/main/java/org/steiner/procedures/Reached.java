// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** The nodes at the ends of relationships that do not belong to the neighbourhood yet, by id. */
final class Reached {

    final LongColumn ids = new LongColumn();
    final IntColumn owners = new IntColumn();

    private Reached() {}

    static Reached by(Links links, Neighbourhood neighbourhood, IntUnaryOperator ownerOf) {
        Reached asMet = new Reached();
        LongToInt places = new LongToInt(links.size());
        for (int i = 0; i < links.size(); i++) {
            for (long end : new long[] {links.starts.get(i), links.ends.get(i)}) {
                if (!neighbourhood.has(end)) {
                    asMet.meet(end, ownerOf.applyAsInt(i), places);
                }
            }
        }
        return asMet.sorted(places);
    }

    private void meet(long id, int owner, LongToInt places) {
        int place = places.putIfAbsent(id, ids.size());
        if (place == LongToInt.ABSENT) {
            ids.add(id);
            owners.add(owner);
        } else {
            owners.lower(place, owner);
        }
    }

    private Reached sorted(LongToInt places) {
        Reached sorted = new Reached();
        long[] order = ids.toArray();
        Arrays.sort(order);
        for (long id : order) {
            sorted.ids.add(id);
            sorted.owners.add(owners.get(places.get(id)));
        }
        return sorted;
    }
}
