// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.Arrays;

/** Relationships as columns. */
final class Links {

    final LongColumn ids;
    final LongColumn starts;
    final LongColumn ends;
    final IntColumn types;

    Links() {
        this(16);
    }

    Links(int expected) {
        ids = new LongColumn(expected);
        starts = new LongColumn(expected);
        ends = new LongColumn(expected);
        types = new IntColumn(expected);
    }

    void add(long id, long start, long end, int type) {
        ids.add(id);
        starts.add(start);
        ends.add(end);
        types.add(type);
    }

    void add(Links other, int place) {
        add(other.ids.get(place), other.starts.get(place), other.ends.get(place), other.types.get(place));
    }

    void addAll(Links other) {
        for (int place = 0; place < other.size(); place++) {
            add(other, place);
        }
    }

    void clear() {
        ids.clear();
        starts.clear();
        ends.clear();
        types.clear();
    }

    int size() {
        return ids.size();
    }

    Links take(int[] places) {
        Links taken = new Links(places.length);
        for (int place : places) {
            taken.add(this, place);
        }
        return taken;
    }

    /** Each relationship once, by id, without the known ones. */
    Links sortedWithout(LongToInt known) {
        LongToInt placeOf = new LongToInt(size());
        LongColumn distinct = new LongColumn(size());
        for (int i = 0; i < size(); i++) {
            long id = ids.get(i);
            if (!known.has(id) && placeOf.putIfAbsent(id, i) == LongToInt.ABSENT) {
                distinct.add(id);
            }
        }
        long[] sorted = distinct.toArray();
        Arrays.sort(sorted);
        Links taken = new Links(sorted.length);
        for (long id : sorted) {
            taken.add(this, placeOf.get(id));
        }
        return taken;
    }
}
