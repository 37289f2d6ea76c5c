// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LimitsTest {

    private List<Long> centres;

    @BeforeEach
    void threeStars() {
        TestGraph.empty();
        TestGraph.run("UNWIND range(0, 2) AS s CREATE (c:Centre {s: s}) WITH c, s UNWIND range(1, 20) AS i"
                + " CREATE (c)-[:RAY {s: s}]->(leaf:Leaf {s: s}) CREATE (leaf)-[:NEXT]->(:Tip)");
        centres = TestGraph.ids("MATCH (c:Centre) RETURN id(c) ORDER BY c.s");
    }

    @Test
    void relationshipsAreSharedAmongTheSeeds() {
        Answer answer = TestGraph.expand(centres, Map.of("hops", 1, "max_relationships", 8));
        assertEquals(8, answer.relationships().size());
        assertEquals(List.of(3, 3, 2), shares(answer.sources()));
        assertTrue(answer.truncated());
    }

    @Test
    void theFirstByHashAreKept() {
        Answer answer = TestGraph.expand(centres.get(1), Map.of("hops", 1, "max_relationships", 5));
        assertEquals(
                TestGraph.ids("MATCH (:Centre {s: 1})-[r]->() WITH id(r) AS id ORDER BY"
                        + " id % 2147483647 * 1103515245 % 2147483647, id LIMIT 5 RETURN id ORDER BY id"),
                answer.relationships());
    }

    @Test
    void nodesAreSharedAmongTheSeeds() {
        Answer answer = TestGraph.expand(centres, Map.of("hops", 1, "max_nodes", 10));
        assertEquals(10, answer.nodes().size());
        assertEquals(List.of(3, 2, 2), shares(answer.sources()));
        assertTrue(answer.truncated());
    }

    @Test
    void anUnsharedRoomIsLeftToOthers() {
        TestGraph.run("MATCH (:Centre {s: 0})-[r:RAY]->() WITH r SKIP 1 DELETE r");
        Answer answer = TestGraph.expand(centres, Map.of("hops", 1, "max_relationships", 9));
        assertEquals(List.of(1, 4, 4), shares(answer.sources()));
    }

    @Test
    void aLimitJustReachedTruncatesNothing() {
        Answer answer = TestGraph.expand(centres, Map.of("hops", 1, "max_nodes", 63, "max_relationships", 60));
        assertEquals(63, answer.nodes().size());
        assertFalse(answer.truncated());
    }

    @Test
    void noRoomForAnotherHopTruncates() {
        Answer answer = TestGraph.expand(centres, Map.of("hops", 2, "max_relationships", 60));
        assertEquals(60, answer.relationships().size());
        assertTrue(answer.truncated());
    }

    @Test
    void aWideFrontierSharesWhatIsOffered() {
        // 60 leaves share 4 * 15 places, so each is read as a hub of degree 2 with the cap 1.
        Answer answer = TestGraph.expand(centres, Map.of("hops", 2, "max_relationships", 75));
        assertEquals(60, answer.capped());
        assertEquals(75, answer.relationships().size());
    }

    @Test
    void moreSeedsThanNodesAreCut() {
        Answer answer = TestGraph.expand(centres, Map.of("hops", 1, "max_nodes", 2));
        assertEquals(centres.subList(0, 2), answer.nodes());
        assertTrue(answer.relationships().isEmpty());
        assertTrue(answer.truncated());
        List<Long> twice = List.of(centres.get(0), centres.get(0), centres.get(1));
        assertFalse(TestGraph.expand(twice, Map.of("hops", 0, "max_nodes", 2)).truncated());
    }

    @Test
    void goneSeedsUseUpTheirPlace() {
        List<Long> seeds = List.of(999_999L, centres.get(0), centres.get(1));
        assertEquals(List.of(centres.get(0)), TestGraph.expand(seeds, Map.of("hops", 0, "max_nodes", 2)).nodes());
    }

    @Test
    void aRelationshipAmongSeedsIsFoundOnce() {
        TestGraph.run("MATCH (a:Centre {s: 0}), (b:Centre {s: 1}) CREATE (a)-[:BRIDGE]->(b)");
        Answer answer = TestGraph.expand(centres, Map.of("hops", 2));
        assertEquals(121, answer.relationships().size());
        assertEquals(Collections.nCopies(3, 0), answer.hops().subList(0, 3));
    }

    private List<Integer> shares(List<Integer> sources) {
        return IntStream.range(0, centres.size())
                .mapToObj(seed -> Collections.frequency(sources, seed))
                .toList();
    }
}
