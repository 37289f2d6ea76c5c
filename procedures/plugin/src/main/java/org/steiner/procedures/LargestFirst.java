// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.Arrays;

/** A binary heap of longs without boxes, the largest at its root. */
final class LargestFirst {

    private long[] values = new long[8];
    private int size;

    int size() {
        return size;
    }

    long first() {
        return values[0];
    }

    /** In no order but that the first is the largest, until it is sorted. */
    long get(int place) {
        return values[place];
    }

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        int place = size++;
        while (place > 0 && values[(place - 1) / 2] < value) {
            values[place] = values[(place - 1) / 2];
            place = (place - 1) / 2;
        }
        values[place] = value;
    }

    void clear() {
        size = 0;
    }

    /** Smallest first; a heap no longer, so that only {@link #clear} may follow. */
    void sort() {
        Arrays.sort(values, 0, size);
    }

    void removeFirst() {
        long last = values[--size];
        int place = 0;
        while (2 * place + 1 < size) {
            int child = 2 * place + 1;
            if (child + 1 < size && values[child + 1] > values[child]) {
                child++;
            }
            if (values[child] <= last) {
                break;
            }
            values[place] = values[child];
            place = child;
        }
        values[place] = last;
    }
}
