// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

/** A map with open addressing, because boxed keys would cost more than the reading of the graph. */
final class LongToInt {

    static final int ABSENT = -1;
    private static final long SCATTER = 0x9E3779B97F4A7C15L;

    private long[] keys = new long[64];
    private int[] values = new int[64];
    private boolean[] taken = new boolean[64];
    private int size;

    int get(long key) {
        int slot = slot(key);
        return taken[slot] ? values[slot] : ABSENT;
    }

    boolean has(long key) {
        return taken[slot(key)];
    }

    /** The value that was there before, {@link #ABSENT} where there was none. */
    int putIfAbsent(long key, int value) {
        int slot = slot(key);
        if (taken[slot]) {
            return values[slot];
        }
        keys[slot] = key;
        values[slot] = value;
        taken[slot] = true;
        if (++size * 2 > keys.length) {
            grow();
        }
        return ABSENT;
    }

    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) (key * SCATTER >>> 32) & mask;
        while (taken[slot] && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        boolean[] oldTaken = taken;
        keys = new long[oldKeys.length * 2];
        values = new int[keys.length];
        taken = new boolean[keys.length];
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldTaken[i]) {
                putIfAbsent(oldKeys[i], oldValues[i]);
            }
        }
    }
}
