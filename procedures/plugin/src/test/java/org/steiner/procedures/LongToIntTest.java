// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongToIntTest {

    @Test
    void itHoldsWhatAMapHolds() {
        Random random = new Random(7);
        LongToInt map = new LongToInt();
        Map<Long, Integer> expected = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            long key = random.nextLong(50_000) * (1L << random.nextInt(40));
            Integer before = expected.putIfAbsent(key, i);
            assertEquals(before == null ? LongToInt.ABSENT : before, map.putIfAbsent(key, i));
        }
        expected.forEach((key, value) -> assertEquals(value, map.get(key)));
        assertFalse(map.has(-1));
        assertEquals(LongToInt.ABSENT, map.get(-1));
    }
}
