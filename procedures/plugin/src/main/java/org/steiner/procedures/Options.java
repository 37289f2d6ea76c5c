// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.neo4j.graphdb.Direction;

/** Reads the procedure's options. One that is null counts as left out. */
final class Options {

    private static final Set<String> NAMES = new TreeSet<>(Set.of(
            "hops", "degree_cap", "max_nodes", "max_relationships", "groups", "direction", "labels",
            "hubs", "node_conditions", "relationship_conditions", "prized", "reads"));
    private static final Map<String, Direction> DIRECTIONS =
            Map.of("both", Direction.BOTH, "out", Direction.OUTGOING, "in", Direction.INCOMING);

    private static final int MOST_SHOWN = 200;

    private final Map<String, Object> options;

    Options(Map<String, Object> options) {
        this.options = options;
        for (String name : options.keySet()) {
            if (!NAMES.contains(name)) {
                throw refusal("options among " + NAMES, name, "remove it or correct its spelling");
            }
        }
    }

    int integer(String name, int fallback, int least, int most) {
        Object value = Values.plain(options.get(name));
        if (value == null) {
            return fallback;
        }
        if (value instanceof Long number && number >= least && number <= most) {
            return number.intValue();
        }
        String range = " as an integer from " + least + " to " + most;
        throw refusal(name + range, value, "leave it out for " + fallback);
    }

    Direction direction() {
        Object value = options.getOrDefault("direction", "both");
        Direction direction = value == null ? Direction.BOTH : DIRECTIONS.get(value);
        if (direction == null) {
            throw refusal("direction as 'both', 'out' or 'in'", value, "leave it out for 'both'");
        }
        return direction;
    }

    boolean yes(String name) {
        Object value = options.get(name);
        if (value == null || value instanceof Boolean) {
            return value == null || (Boolean) value;
        }
        throw refusal(name + " as true or false", value, "leave it out for true");
    }

    List<String> texts(String name) {
        Object value = options.get(name);
        return value == null ? List.of() : texts(name + " as a list of names", value);
    }

    /** Null where none are given. */
    List<List<String>> groups() {
        if (options.get("groups") == null) {
            return null;
        }
        List<List<String>> groups = new ArrayList<>();
        for (Object group : list("groups", "a list of lists of relationship types")) {
            groups.add(texts("groups as a list of lists of relationship types", group));
        }
        return groups;
    }

    List<Condition> conditions(String name) {
        List<Condition> conditions = new ArrayList<>();
        for (Object condition : list(name, "a list of [property, operator, value]")) {
            conditions.add(Condition.parse(name, condition));
        }
        return conditions;
    }

    static IllegalArgumentException refusal(String expected, Object got, String remedy) {
        String shown = got instanceof String ? "'" + got + "'" : String.valueOf(got);
        return refusalInWords(expected, shown, remedy);
    }

    static IllegalArgumentException refusalInWords(String expected, String got, String remedy) {
        String shortened = got.length() > MOST_SHOWN ? got.substring(0, MOST_SHOWN) + "..." : got;
        return new IllegalArgumentException(
                "steiner.expand expected " + expected + ", got " + shortened + "; " + remedy);
    }

    private List<?> list(String name, String shape) {
        Object value = options.get(name);
        if (value == null) {
            return List.of();
        }
        if (value instanceof List<?> list) {
            return list;
        }
        throw refusal(name + " as " + shape, value, "leave it out for none");
    }

    private static List<String> texts(String expected, Object value) {
        if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.stream().map(String.class::cast).toList();
        }
        throw refusal(expected, value, "put every name in quotes and all in a list");
    }
}
