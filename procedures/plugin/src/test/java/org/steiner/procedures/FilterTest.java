// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FilterTest {

    private static final String VALUES =
            """
            [1, 1.0, 1.5, -1, 0.0, 0, 9007199254740993, 9007199254740992.0, 1e300, 0.0/0.0, 1.0/0.0, 'a', 'b', 'A', '', '～', '😀',
             true, false, date('2020-01-01'), date('2020-01-02'), localtime('12:00'), localtime('13:00'),
             time('12:00+01:00'), time('11:00Z'), time('13:00Z'), localdatetime('2020-01-01T00:00'),
             datetime('2020-01-01T12:00+01:00'), datetime('2020-01-01T11:00Z'), datetime('2020-01-01T13:00Z'),
             datetime('2020-01-01T12:00[Europe/Paris]'), duration('P1D'), duration('PT24H'), point({x: 1, y: 2}),
             point({x: 2, y: 3}), [1, 2], [1.0, 2.0], [1, 3], [1], ['a'], ['a', 'b'], [true], [], [date('2020-01-01')]]
            """;

    @BeforeEach
    void emptyGraph() {
        TestGraph.empty();
    }

    @Test
    void valuesCompareAsInCypher() {
        TestGraph.run("UNWIND " + VALUES + " AS value CREATE (:Value {value: value})");
        List<Map<String, Object>> different = TestGraph.run("MATCH (n:Value) UNWIND " + VALUES + " + [null] AS value"
                + " UNWIND ['=', '<>', '<', '<=', '>', '>='] AS operator"
                + " CALL steiner.expand([id(n)], {hops: 0, node_conditions: [['value', operator, value]]})"
                + " YIELD label_names WITH n.value AS found, operator, value, size(label_names) = 2 AS accepted,"
                + " coalesce(CASE operator WHEN '=' THEN n.value = value WHEN '<>' THEN n.value <> value"
                + " WHEN '<' THEN n.value < value WHEN '<=' THEN n.value <= value WHEN '>' THEN n.value > value"
                + " ELSE n.value >= value END, false) AS cypher"
                + " WITH * WHERE accepted <> cypher RETURN found, operator, value, cypher");
        assertEquals(List.of(), different);
    }

    @Test
    void listsHoldValuesAsInCypher() {
        TestGraph.run("UNWIND " + VALUES + " AS value CREATE (:Value {value: value})");
        List<Map<String, Object>> different = TestGraph.run("MATCH (n:Value) UNWIND " + VALUES + " AS value"
                + " UNWIND ['in', 'contains'] AS operator WITH n, value, operator,"
                + " CASE operator WHEN 'in' THEN [value, null] ELSE value END AS given"
                + " CALL steiner.expand([id(n)], {hops: 0, node_conditions: [['value', operator, given]]})"
                + " YIELD label_names WITH n.value AS found, operator, given, size(label_names) = 2 AS accepted,"
                + " coalesce(CASE operator WHEN 'in' THEN n.value IN given"
                + " ELSE valueType(n.value) STARTS WITH 'LIST' AND value IN n.value END, false) AS cypher"
                + " WITH * WHERE accepted <> cypher RETURN found, operator, given, cypher");
        assertEquals(List.of(), different);
    }

    @Test
    void aMissingPropertyIsRefusedByEveryOperator() {
        long node = TestGraph.id("CREATE (n) RETURN id(n)");
        for (String operator : List.of("=", "<>", "<", "<=", ">", ">=", "contains")) {
            assertTrue(seed(node, List.of("value", operator, 1)).nodes().isEmpty(), operator);
        }
        assertTrue(seed(node, List.of("value", "in", List.of(1))).nodes().isEmpty());
    }

    @Test
    void aNodeNeedsOneOfTheLabels() {
        long seed = TestGraph.id("CREATE (s:A)-[:R]->(:B {n: 1}), (s)-[:R]->(:C {n: 2}), (s)-[:R]->(:B:C {n: 3})"
                + " RETURN id(s)");
        assertEquals(4, TestGraph.expand(seed, Map.of("labels", List.of("A", "B", "C"))).nodes().size());
        assertEquals(3, TestGraph.expand(seed, Map.of("labels", List.of("A", "B"))).nodes().size());
        assertTrue(TestGraph.expand(seed, Map.of("labels", List.of("B", "C"))).nodes().isEmpty());
    }

    @Test
    void whatIsRefusedIsNeitherReachedNorCrossed() {
        long seed = TestGraph.id("CREATE (s {open: true})-[:R]->(:Shut {open: false})-[:R]->({open: true}),"
                + " (s)-[:R]->(:Next {open: true})-[:R]->({open: true}) RETURN id(s)");
        List<Object> open = List.of("open", "=", true);
        Answer answer = TestGraph.expand(seed, Map.of("hops", 3, "node_conditions", List.of(open)));
        assertEquals(3, answer.nodes().size());
        assertEquals(2, answer.relationships().size());
    }

    @Test
    void relationshipsMustMeetAllConditions() {
        long seed = TestGraph.id("CREATE (s) WITH s UNWIND range(1, 9) AS i CREATE (s)-[:R {i: i}]->()"
                + " RETURN DISTINCT id(s)");
        List<List<Object>> conditions = List.of(List.of("i", ">", 2), List.of("i", "in", List.of(1, 2, 3, 4.0)));
        assertEquals(2, TestGraph.expand(seed, Map.of("relationship_conditions", conditions)).relationships().size());
    }

    private static Answer seed(long node, List<Object> condition) {
        return TestGraph.expand(node, Map.of("hops", 0, "node_conditions", List.of(condition)));
    }
}
