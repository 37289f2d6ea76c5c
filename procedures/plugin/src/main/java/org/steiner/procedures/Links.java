// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Relationships as columns. */
final class Links {

    final LongColumn ids = new LongColumn();
    final LongColumn starts = new LongColumn();
    final LongColumn ends = new LongColumn();
    final IntColumn types = new IntColumn();

    void add(long id, long start, long end, int type) {
        ids.add(id);
        starts.add(start);
        ends.add(end);
        types.add(type);
    }

    int size() {
        return ids.size();
    }

    void addAll(Links other) {
        addAll(other, IntStream.range(0, other.size()).toArray());
    }

    void addAll(Links other, int[] places) {
        for (int place : places) {
            add(other.ids.get(place), other.starts.get(place), other.ends.get(place), other.types.get(place));
        }
    }

    Links take(int[] places) {
        Links taken = new Links();
        taken.addAll(this, places);
        return taken;
    }

    /** Each relationship once, by id, without the known ones. */
    Links sortedWithout(LongToInt known) {
        LongToInt placeOf = new LongToInt(size());
        LongColumn distinct = new LongColumn();
        for (int i = 0; i < size(); i++) {
            long id = ids.get(i);
            if (!known.has(id) && placeOf.putIfAbsent(id, i) == LongToInt.ABSENT) {
                distinct.add(id);
            }
        }
        long[] sorted = distinct.toArray();
        Arrays.sort(sorted);
        return take(Arrays.stream(sorted).mapToInt(placeOf::get).toArray());
    }
}
