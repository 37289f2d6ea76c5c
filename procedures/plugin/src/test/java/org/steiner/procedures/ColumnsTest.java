// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ColumnsTest {

    private long ann;
    private long film;

    @BeforeEach
    void threePeopleAndAFilm() {
        TestGraph.empty();
        TestGraph.run("CREATE (ann:Person:SteinerNode {name: 'Ann'}), (bob:Person:Actor {name: 'Bob'}), (cy {name: 'Cy'}),"
                + " (film:Film {name: 'Film'}), (ann)-[:LIKES]->(film), (bob)-[:ACTS_IN]->(film), (bob)-[:KNOWS]->(cy),"
                + " (cy)-[:KNOWS]->(cy)");
        ann = named("Ann");
        film = named("Film");
    }

    @Test
    void nodesStandByHopThenId() {
        Answer answer = TestGraph.expand(List.of(film), Map.of("hops", 2));
        assertEquals(film, answer.nodes().get(0));
        assertEquals(TestGraph.ids("MATCH (n) WHERE n.name IN ['Ann', 'Bob'] RETURN id(n) AS id ORDER BY id"),
                answer.nodes().subList(1, 3));
        assertEquals(named("Cy"), answer.nodes().get(3));
        assertEquals(List.of(0, 1, 1, 2), answer.hops());
        assertFalse(answer.truncated());
        assertEquals(0, answer.capped());
    }

    @Test
    void relationshipsPointAtTheirEnds() {
        Answer answer = TestGraph.expand(ann, Map.of("hops", 3));
        List<String> told = IntStream.range(0, answer.relationships().size())
                .mapToObj(i -> answer.nodes().get(answer.sources().get(i)) + " "
                        + answer.types().get(i) + " "
                        + answer.nodes().get(answer.targets().get(i)))
                .toList();
        List<String> stored = answer.relationships().stream()
                .map(id -> (String) TestGraph.run(
                                "MATCH (a)-[r]->(b) WHERE id(r) = $id RETURN id(a) + ' ' + type(r) + ' ' + id(b) AS t",
                                Map.of("id", id))
                        .get(0)
                        .get("t"))
                .toList();
        assertEquals(stored, told);
        assertEquals(3, told.size());
        assertEquals(List.of("ACTS_IN", "KNOWS", "LIKES"), answer.row().get("type_names"));
    }

    @Test
    void aSelfLoopIsReadOnce() {
        assertEquals(2, TestGraph.expand(named("Cy"), Map.of("hops", 1)).relationships().size());
        assertEquals(0, TestGraph.expand(named("Cy"), Map.of("hops", 1, "degree_cap", 2)).capped());
        assertEquals(1, TestGraph.expand(named("Cy"), Map.of("hops", 1, "degree_cap", 1)).capped());
    }

    @Test
    void labelsAreSetsWithoutSteinersMark() {
        Answer answer = TestGraph.expand(ann, Map.of("hops", 3));
        assertEquals(
                List.of(List.of(), List.of("Actor", "Person"), List.of("Film"), List.of("Person")),
                answer.row().get("label_names"));
        assertEquals(
                List.of(List.of("Person"), List.of("Film"), List.of("Actor", "Person"), List.of()), answer.labels());
    }

    @Test
    void noHopsGiveTheSeedsAlone() {
        Answer answer = TestGraph.expand(List.of(film, ann), Map.of("hops", 0));
        assertEquals(List.of(film, ann), answer.nodes());
        assertTrue(answer.relationships().isEmpty());
        assertEquals(List.of(), answer.row().get("type_names"));
    }

    @Test
    void seedsAreTakenOnceAndOnlyWhereTheyExist() {
        List<Long> seeds = List.of(film, 123_456_789L, ann, film, -1L, ann);
        assertEquals(List.of(film, ann), TestGraph.expand(seeds, Map.of("hops", 0)).nodes());
    }

    @Test
    void noSeedsGiveNothing() {
        Answer answer = TestGraph.expand(List.of(), Map.of());
        assertTrue(answer.nodes().isEmpty());
        assertEquals(List.of(List.of()), answer.row().get("label_names"));
        assertFalse(answer.truncated());
    }

    @Test
    void directionIsSeenFromTheNodeExpanded() {
        long bob = named("Bob");
        assertEquals(2, TestGraph.expand(bob, Map.of("hops", 1, "direction", "out")).relationships().size());
        assertEquals(0, TestGraph.expand(bob, Map.of("hops", 1, "direction", "in")).relationships().size());
        assertEquals(2, TestGraph.expand(film, Map.of("hops", 1, "direction", "in")).relationships().size());
        assertEquals(1, TestGraph.expand(named("Cy"), Map.of("hops", 1, "direction", "out")).relationships().size());
    }

    @Test
    void onlyTheGroupsTypesAreFollowed() {
        Map<String, Object> options = Map.of("groups", List.of(List.of("ACTS_IN"), List.of("NEVER_SEEN"), List.of()));
        assertEquals(List.of("ACTS_IN"), TestGraph.expand(film, options).types());
        assertTrue(TestGraph.expand(film, Map.of("groups", List.of())).relationships().isEmpty());
    }

    @Test
    void theVersionIsToldAsReleased() {
        String version = (String) TestGraph.run("CALL steiner.version()").get(0).get("version");
        assertTrue(version.matches("\\d+\\.\\d+\\.\\d+"), version);
    }

    private static long named(String name) {
        return TestGraph.ids("MATCH (n {name: $name}) RETURN id(n)", "name", name).get(0);
    }
}
