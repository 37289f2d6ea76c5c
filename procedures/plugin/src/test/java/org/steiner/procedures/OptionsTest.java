// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.neo4j.graphdb.QueryExecutionException;
import org.neo4j.graphdb.RelationshipType;

class OptionsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock =
            """
            {hopps: 1}                        | expected options among [degree_cap, | got 'hopps'
            {hops: 7}                         | hops as an integer from 0 to 6 | got 7
            {hops: -1}                        | hops as an integer from 0 to 6 | got -1
            {hops: 1.5}                       | hops as an integer | got 1.5
            {hops: 'two'}                     | hops as an integer | got 'two'
            {degree_cap: 0}                   | degree_cap as an integer from 1 to 10000000 | got 0
            {max_nodes: 0}                    | max_nodes as an integer from 1 to 5000000 | got 0
            {max_relationships: 0}            | max_relationships as an integer from 1 to 10000000 | got 0
            {direction: 'up'}                 | 'both', 'out' or 'in' | got 'up'
            {direction: 1}                    | 'both', 'out' or 'in' | got 1
            {reads: 0}                        | reads as an integer from 1 to 10000000 | got 0
            {degree_cap: 10000001}            | degree_cap as an integer from 1 to 10000000 | got 10000001
            {max_nodes: 5000001}              | max_nodes as an integer from 1 to 5000000 | got 5000001
            {max_nodes: 9223372036854775807}  | max_nodes as an integer from 1 | got 9223372036854775807
            {max_relationships: 2147483647}   | max_relationships as an integer from 1 | got 2147483647
            {reads: 2147483648}               | reads as an integer from 1 | got 2147483648
            {prized: 'A'}                     | prized as a list of names | got 'A'
            {labels: 'A'}                     | labels as a list of names | got 'A'
            {labels: [1]}                     | labels as a list of names | got [1]
            {groups: 'A'}                     | groups as a list of lists | got 'A'
            {groups: ['A']}                   | groups as a list of lists | got 'A'
            {groups: [['A'], ['B', 'A']]}     | each relationship type in one group | got 'A' in two
            {node_conditions: 1}              | list of [property, operator, value] | got 1
            {node_conditions: [['a', '=']]}   | list of [property, operator, value] | got [a, =]
            {node_conditions: [['a', '~', 1]]} | an operator among [<, <=, <>, =, >, >=, contains, in] | got '~'
            {node_conditions: [['a', 'in', 1]]} | a list after 'in' in node_conditions | got 1
            {relationship_conditions: [1]}    | relationship_conditions as a list of | got 1
            {vector: [1.0]}                   | expected options among [degree_cap, | got 'vector'
            """)
    void aBadOptionSaysWhatWasExpectedAndWhatCame(String options, String expected, String got) {
        String message = refusal("CALL steiner.expand([], " + options + ")");
        assertTrue(message.contains(expected), message);
        assertTrue(message.contains(got), message);
        assertTrue(message.substring(message.indexOf(got)).contains("; "), message);
    }

    @Test
    void tooManyGroupsAreRefused() {
        String message = refusal("CALL steiner.expand([], {groups: [i IN range(1, 65) | [toString(i)]]})");
        assertTrue(message.contains("64 groups at most, got 65"), message);
    }

    @Test
    void seedsMustBeIds() {
        assertTrue(refusal("CALL steiner.expand([1, null], {})").contains("seeds as a list of node ids"));
    }

    @Test
    void whatIsNullIsLeftOut() {
        Map<String, Object> options = new HashMap<>();
        List.of("hops", "groups", "direction", "labels", "node_conditions")
                .forEach(name -> options.put(name, null));
        assertEquals(List.of(), TestGraph.expand(List.of(), options).nodes());
    }

    @Test
    void moreTypesThanGroupsAreDealtInTurn() {
        List<String> types = IntStream.range(0, 130).mapToObj(i -> String.format("T%03d", i)).toList();
        TypeGroups groups = TypeGroups.dealt(types.stream().sorted(Collections.reverseOrder()).toList(), List.of("T129", "nowhere"));
        assertEquals(64, groups.size());
        assertEquals(List.of("T001", "T065", "T129"), names(groups.group(0)));
        assertEquals(List.of("T000", "T064", "T128"), names(groups.group(1)));
        assertEquals(List.of("T063", "T127"), names(groups.group(63)));
    }

    private static List<String> names(RelationshipType[] group) {
        return Arrays.stream(group).map(RelationshipType::name).toList();
    }

    private static String refusal(String cypher) {
        return assertThrows(QueryExecutionException.class, () -> TestGraph.run(cypher)).getMessage();
    }
}
