// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;

class HubTest {

    private static final int ANY = 1_000_000;

    private static final int TYPES = 30;
    private static final int EVERY = 120;
    private static final int LOOP_EVERY = 50;
    private static long hub;

    @BeforeAll
    static void aHubOfThirtyTypes() {
        TestGraph.empty();
        try (Transaction transaction = TestGraph.database().beginTx()) {
            Node node = transaction.createNode(Label.label("Hub"));
            hub = node.getId();
            for (int type = 0; type < TYPES; type++) {
                addSpokes(transaction, node, RelationshipType.withName(type(type)));
            }
            transaction.commit();
        }
    }

    private static void addSpokes(Transaction transaction, Node node, RelationshipType type) {
        for (int i = 1; i <= EVERY; i++) {
            Node leaf = transaction.createNode();
            boolean out = i % 3 == 0;
            (out ? node : leaf).createRelationshipTo(out ? leaf : node, type).setProperty("i", i);
            if (i % LOOP_EVERY == 0) {
                node.createRelationshipTo(node, type).setProperty("i", i);
            }
        }
    }

    @Test
    void everyTypeGetsItsShare() {
        Answer answer = TestGraph.expand(hub, Map.of("hops", 1, "degree_cap", 60));
        Map<String, Long> shares =
                answer.types().stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        assertEquals(TYPES, shares.size());
        assertTrue(shares.values().stream().allMatch(share -> share == 2), shares.toString());
        assertEquals(1, answer.capped());
    }

    @Test
    void aHubThatIsNotToBeExpandedIsCounted() {
        Answer answer = TestGraph.expand(hub, Map.of("hops", 1, "degree_cap", 60, "hubs", false));
        assertEquals(List.of(), answer.types());
        assertEquals(1, answer.capped());
    }

    @Test
    void prizedGroupsComeFirst() {
        List<List<String>> groups =
                IntStream.range(0, TYPES).mapToObj(i -> List.of(type(TYPES - 1 - i))).toList();
        Answer answer = TestGraph.expand(hub, Map.of("hops", 1, "degree_cap", 3, "groups", groups));
        assertEquals(List.of(type(27), type(28), type(29)), answer.types().stream().sorted().toList());
    }

    @Test
    void theGroupsOfThePrizedComeFirst() {
        List<String> prized = List.of("never seen", type(29), type(4), type(17));
        Answer answer = TestGraph.expand(hub, Map.of("hops", 1, "degree_cap", 3, "prized", prized));
        assertEquals(List.of(type(4), type(17), type(29)), answer.types().stream().sorted().toList());
    }

    @Test
    void allOfAHubIsReadUpToALimitAndThenAShareOfEveryGroup() {
        for (int cap : new int[] {1, 7, 50}) {
            for (int reads : new int[] {1, 40, 200, 20_000}) {
                assertChosenFromWhatIsRead(eachTypeAlone().subList(0, 8), cap, reads, "both");
                for (String direction : List.of("both", "out", "in")) {
                    assertChosenFromWhatIsRead(fourGroups(), cap, reads, direction);
                }
            }
        }
    }

    @Test
    void aLateMatchIsSeen() {
        for (int late : new int[] {1, EVERY / 2, EVERY}) {
            Answer answer = TestGraph.expand(hub, Map.of(
                    "hops", 1, "degree_cap", 2, "groups", List.of(List.of(type(3))),
                    "relationship_conditions", List.of(List.of("i", "=", late))));
            assertEquals(late % LOOP_EVERY == 0 ? 2 : 1, answer.relationships().size(), "number " + late);
        }
    }

    @Test
    void upToTheCapNothingIsLeftOut() {
        List<List<String>> groups = List.of(List.of(type(0), type(1)));
        int degree = TestGraph.expand(hub, Map.of("hops", 1, "degree_cap", 10_000, "groups", groups))
                .relationships()
                .size();
        assertEquals(2 * (EVERY + EVERY / LOOP_EVERY), degree);
        assertEquals(0, TestGraph.expand(hub, Map.of("hops", 1, "degree_cap", degree, "groups", groups)).capped());
        assertEquals(1, TestGraph.expand(hub, Map.of("hops", 1, "degree_cap", degree - 1, "groups", groups)).capped());
    }

    @Test
    void aFilterChoosesAmongWhatIsRead() {
        for (int limit : new int[] {5, 20, EVERY}) {
            Map<String, Object> options = new HashMap<>(Map.of(
                    "hops", 1, "degree_cap", 2, "reads", 60, "groups", List.of(List.of(type(3))), "direction", "in"));
            options.put("relationship_conditions", List.of(List.of("i", "<=", limit)));
            List<Long> accepted = TestGraph.ids(
                    "MATCH (hub:Hub)<-[r:" + type(3) + "]-() WITH r LIMIT 60 WHERE r.i <= $limit RETURN id(r)",
                    "limit", limit);
            Answer answer = TestGraph.expand(hub, options);
            assertEquals(chosen(List.of(accepted), 2), answer.relationships(), "up to " + limit);
        }
    }

    @Test
    void aHubWithFewAcceptedIsNotCapped() {
        Map<String, Object> options = Map.of(
                "hops", 1, "degree_cap", 50, "relationship_conditions", List.of(List.of("i", "=", 7)));
        Answer answer = TestGraph.expand(hub, options);
        assertEquals(TYPES, answer.relationships().size());
        assertEquals(0, answer.capped());
    }

    @Test
    void withoutGroupsEveryTypeHasItsOwn() {
        assertEquals(
                TestGraph.expand(hub, Map.of("hops", 1, "groups", eachTypeAlone())).relationships(),
                TestGraph.expand(hub, Map.of("hops", 1)).relationships());
    }

    private static void assertChosenFromWhatIsRead(List<List<String>> groups, int cap, int reads, String direction) {
        List<String> types = groups.stream().flatMap(List::stream).toList();
        int most = Math.max(reads, 20 * cap);
        int share = Math.max(cap, (most + groups.size() - 1) / groups.size());
        int size = first(types, ANY, direction).size() > most ? share : ANY;
        List<List<Long>> read =
                groups.stream().map(group -> first(group, size, direction)).toList();
        Answer answer = TestGraph.expand(
                hub,
                Map.of("hops", 1, "degree_cap", cap, "reads", reads, "groups", groups, "direction", direction));
        assertEquals(chosen(read, cap), answer.relationships(), groups.size() + " groups " + cap + direction);
    }

    private static List<Long> first(List<String> group, int size, String direction) {
        String left = direction.equals("in") ? "<-" : "-";
        String right = direction.equals("out") ? "->" : "-";
        return TestGraph.ids(
                "MATCH (hub:Hub)" + left + "[r:" + String.join("|", group) + "]" + right
                        + "() WITH r LIMIT $size RETURN id(r)",
                "size", size);
    }

    /** Rule 3 in the plainest words. */
    private static List<Long> chosen(List<List<Long>> read, int cap) {
        record Choice(long id, int rank, int group) {}
        List<Choice> choices = new ArrayList<>();
        for (int group = 0; group < read.size(); group++) {
            List<Long> sorted = read.get(group).stream()
                    .sorted(Comparator.<Long, Long>comparing(id -> id % 2147483647L * 1103515245L % 2147483647L)
                            .thenComparing(id -> id))
                    .toList();
            for (int rank = 0; rank < sorted.size(); rank++) {
                choices.add(new Choice(sorted.get(rank), rank, group));
            }
        }
        choices.sort(Comparator.comparing(Choice::rank).thenComparing(Choice::group));
        return choices.stream().limit(cap).map(Choice::id).sorted().toList();
    }

    private static List<List<String>> eachTypeAlone() {
        return IntStream.range(0, TYPES).mapToObj(i -> List.of(type(i))).toList();
    }

    private static List<List<String>> fourGroups() {
        return IntStream.range(0, 4)
                .mapToObj(group -> IntStream.range(0, TYPES)
                        .filter(i -> i % 4 == group)
                        .mapToObj(i -> type(TYPES - 1 - i))
                        .toList())
                .toList();
    }

    private static String type(int number) {
        return String.format("T%02d", number);
    }
}
