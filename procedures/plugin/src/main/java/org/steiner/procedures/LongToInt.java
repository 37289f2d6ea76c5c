// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

/** A map with open addressing, because boxed keys would cost more than the reading of the graph. */
final class LongToInt {

    static final int ABSENT = -1;
    private static final long SCATTER = 0x9E3779B97F4A7C15L;
    private static final int LEAST_SLOTS = 64;

    private long[] keys;
    /** One more than the value, so that a new array is an empty one. */
    private int[] values;

    private int size;

    LongToInt() {
        this(0);
    }

    LongToInt(int expected) {
        allocate(Math.max(LEAST_SLOTS, Integer.highestOneBit(Math.max(1, expected)) * 4));
    }

    int get(long key) {
        return values[slot(key)] - 1;
    }

    boolean has(long key) {
        return get(key) != ABSENT;
    }

    /** The value that was there before, {@link #ABSENT} where there was none. Values are not negative. */
    int putIfAbsent(long key, int value) {
        int slot = slot(key);
        if (values[slot] != 0) {
            return values[slot] - 1;
        }
        keys[slot] = key;
        values[slot] = value + 1;
        if (++size * 2 > keys.length) {
            grow();
        }
        return ABSENT;
    }

    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) (key * SCATTER >>> 32) & mask;
        while (values[slot] != 0 && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        allocate(oldKeys.length * 2);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != 0) {
                putIfAbsent(oldKeys[i], oldValues[i] - 1);
            }
        }
    }

    private void allocate(int slots) {
        keys = new long[slots];
        values = new int[slots];
        size = 0;
    }
}
