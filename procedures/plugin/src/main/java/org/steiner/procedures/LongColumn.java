// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.Arrays;

/** A list of longs without boxes. */
final class LongColumn {

    private long[] values;
    private int size;

    LongColumn() {
        this(16);
    }

    LongColumn(int expected) {
        values = new long[Math.max(1, expected)];
    }

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    long get(int place) {
        return values[place];
    }

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    long[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
