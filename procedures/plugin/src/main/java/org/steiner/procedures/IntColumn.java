// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.Arrays;

/** A list of ints without boxes. */
final class IntColumn {

    private int[] values;
    private int size;

    IntColumn() {
        this(16);
    }

    IntColumn(int expected) {
        values = new int[Math.max(1, expected)];
    }

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    int get(int place) {
        return values[place];
    }

    void lower(int place, int value) {
        values[place] = Math.min(values[place], value);
    }

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }
}
