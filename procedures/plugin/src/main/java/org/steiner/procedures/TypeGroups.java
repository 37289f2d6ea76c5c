// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.RelationshipType;

/** The relationship types that may be followed, numbered through all groups. */
final class TypeGroups {

    static final int UNKNOWN = -1;
    private static final int MOST_GROUPS = 64;

    private final List<RelationshipType[]> groups = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<Integer> groupOfType = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private boolean every;
    private String lastName;
    private int lastNumber;

    TypeGroups(List<List<String>> groups) {
        if (groups.size() > MOST_GROUPS) {
            throw Options.refusal(MOST_GROUPS + " groups at most", groups.size(), "put several types into one group");
        }
        groups.forEach(this::add);
    }

    /** Every type in use in a group of its own by name, more than fit dealt in turn; the groups of the prized come first. */
    static TypeGroups dealt(List<String> types, List<String> prized) {
        List<List<String>> groups = new ArrayList<>();
        List<String> sorted = types.stream().sorted(Text.ORDER).toList();
        for (int i = 0; i < sorted.size(); i++) {
            if (i < MOST_GROUPS) {
                groups.add(new ArrayList<>());
            }
            groups.get(i % MOST_GROUPS).add(sorted.get(i));
        }
        groups.sort(Comparator.comparingInt(group -> rank(group, prized)));
        TypeGroups dealt = new TypeGroups(groups);
        dealt.every = true;
        return dealt;
    }

    private static int rank(List<String> group, List<String> prized) {
        return group.stream()
                .mapToInt(prized::indexOf)
                .filter(rank -> rank >= 0)
                .min()
                .orElse(prized.size());
    }

    int size() {
        return groups.size();
    }

    RelationshipType[] group(int place) {
        return groups.get(place);
    }

    RelationshipType[] all() {
        return names.stream().map(RelationshipType::withName).toArray(RelationshipType[]::new);
    }

    String name(int number) {
        return names.get(number);
    }

    /** Whether these are all types in use, so that relationships can be read without naming types. */
    boolean every() {
        return every;
    }

    /** {@link #UNKNOWN} for a type that came into use meanwhile. Neo4j lists a node's relationships type by type. */
    int number(RelationshipType type) {
        String name = type.name();
        if (!name.equals(lastName)) {
            lastName = name;
            lastNumber = numbers.getOrDefault(name, UNKNOWN);
        }
        return lastNumber;
    }

    int groupOf(int number) {
        return groupOfType.get(number);
    }

    private void add(List<String> group) {
        Set<String> types = new LinkedHashSet<>(group);
        for (String type : types) {
            if (numbers.putIfAbsent(type, names.size()) != null) {
                throw Options.refusalInWords(
                        "each relationship type in one group", "'" + type + "' in two", "remove it from one");
            }
            names.add(type);
            groupOfType.add(groups.size());
        }
        groups.add(types.stream().map(RelationshipType::withName).toArray(RelationshipType[]::new));
    }
}
