// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Chooses among too many so that every owner gets a share before any gets more. */
final class FairCut {

    private static final long PRIME = 2_147_483_647L;
    private static final long FACTOR = 1_103_515_245L;

    private FairCut() {}

    /**
     * The places, in ascending order, of the first {@code room} by (rank, owner), where the rank is the place in the
     * owner's own list sorted by hash; equals, which are 2^31 ids apart, keep their order.
     */
    static int[] keep(LongColumn ids, IntUnaryOperator ownerOf, int room) {
        int[] order = places(ids.size());
        if (order.length <= room) {
            return order;
        }
        sort(order, place -> hash(ids.get(place)));
        sort(order, ownerOf);
        int[] ranks = ranks(order, ownerOf);
        sort(order, place -> ranks[place]);
        int[] kept = Arrays.copyOf(order, room);
        Arrays.sort(kept);
        return kept;
    }

    static int hash(long id) {
        return (int) (id % PRIME * FACTOR % PRIME);
    }

    private static int[] places(int size) {
        int[] places = new int[size];
        Arrays.setAll(places, place -> place);
        return places;
    }

    /** Sorts by a key that is not negative; equals keep their order. */
    private static void sort(int[] order, IntUnaryOperator keyOf) {
        long[] packed = new long[order.length];
        for (int i = 0; i < order.length; i++) {
            packed[i] = (long) keyOf.applyAsInt(order[i]) << 32 | i;
        }
        Arrays.sort(packed);
        int[] before = order.clone();
        Arrays.setAll(order, i -> before[(int) packed[i]]);
    }

    private static int[] ranks(int[] orderByOwner, IntUnaryOperator ownerOf) {
        int[] ranks = new int[orderByOwner.length];
        for (int i = 1; i < orderByOwner.length; i++) {
            int place = orderByOwner[i];
            int before = orderByOwner[i - 1];
            boolean sameOwner = ownerOf.applyAsInt(place) == ownerOf.applyAsInt(before);
            ranks[place] = sameOwner ? ranks[before] + 1 : 0;
        }
        return ranks;
    }
}
