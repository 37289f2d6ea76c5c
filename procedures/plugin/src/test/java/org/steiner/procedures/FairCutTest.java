// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FairCutTest {

    private static final long PERIOD = 2_147_483_647L;

    @Test
    void theHashIsTheSpecifications() {
        assertEquals(0, FairCut.hash(0));
        assertEquals(1_103_515_245, FairCut.hash(1));
        assertEquals(1_103_515_245, FairCut.hash(PERIOD + 1));
        assertEquals(PERIOD - 1_103_515_245, FairCut.hash(PERIOD - 1));
    }

    @Test
    void idsDecideWhereHashesAreEqual() {
        assertArrayEquals(new int[] {0, 1}, FairCut.keep(ids(5, 5 + PERIOD, 5 + 2 * PERIOD), place -> 0, 2));
    }

    @Test
    void ownersTakeTurns() {
        int[] owners = {7, 7, 7, 3, 7};
        // By hash owner 7 has 2 first, then 1, 3 and 5.
        assertArrayEquals(new int[] {1, 3}, FairCut.keep(ids(1, 2, 3, 4, 5), place -> owners[place], 2));
        assertArrayEquals(new int[] {0, 1, 3}, FairCut.keep(ids(1, 2, 3, 4, 5), place -> owners[place], 3));
        assertArrayEquals(new int[] {3}, FairCut.keep(ids(1, 2, 3, 4, 5), place -> owners[place], 1));
    }

    @Test
    void enoughRoomKeepsAll() {
        assertArrayEquals(new int[] {0, 1}, FairCut.keep(ids(8, 9), place -> 0, 2));
        assertArrayEquals(new int[] {}, FairCut.keep(ids(8, 9), place -> 0, 0));
    }

    private static LongColumn ids(long... ids) {
        LongColumn column = new LongColumn();
        for (long id : ids) {
            column.add(id);
        }
        return column;
    }
}
