// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.neo4j.graphdb.Entity;

/** A test of one property; a missing property never passes, as in Cypher. */
record Condition(String property, String operator, Object value) {

    private static final Set<String> OPERATORS =
            new TreeSet<>(Set.of("=", "<>", "<", "<=", ">", ">=", "in", "contains"));

    static Condition parse(String option, Object given) {
        if (!(given instanceof List<?> parts)
                || parts.size() != 3
                || !(parts.get(0) instanceof String property)
                || !(parts.get(1) instanceof String operator)) {
            throw Options.refusal(
                    option + " as a list of [property, operator, value]", given, "give every condition three parts");
        }
        if (!OPERATORS.contains(operator)) {
            throw Options.refusal("an operator among " + OPERATORS + " in " + option, operator, "use one of these");
        }
        Object value = Values.plain(parts.get(2));
        if (operator.equals("in") && !(value instanceof List<?>)) {
            throw Options.refusal("a list after 'in' in " + option, parts.get(2), "put the value in brackets or use =");
        }
        return new Condition(property, operator, value);
    }

    boolean accepts(Entity entity) {
        Object found = Values.plain(entity.getProperty(property, null));
        return found != null && holds(found);
    }

    private boolean holds(Object found) {
        return switch (operator) {
            case "=" -> Boolean.TRUE.equals(Values.equal(found, value));
            case "<>" -> Boolean.FALSE.equals(Values.equal(found, value));
            case "in" -> holdsOneEqual((List<?>) value, found);
            case "contains" -> found instanceof List<?> list && holdsOneEqual(list, value);
            default -> inOrder(Values.compare(found, value));
        };
    }

    private boolean inOrder(Integer sign) {
        return sign != null && switch (operator) {
            case "<" -> sign < 0;
            case "<=" -> sign <= 0;
            case ">" -> sign > 0;
            default -> sign >= 0;
        };
    }

    private static boolean holdsOneEqual(List<?> list, Object value) {
        for (Object element : list) {
            if (Boolean.TRUE.equals(Values.equal(element, value))) {
                return true;
            }
        }
        return false;
    }
}
