// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;

/** Compares property values as Cypher does. */
final class Values {

    private Values() {}

    /** The value in the one Java class that stands for its kind, so that only kinds have to be told apart. */
    static Object plain(Object value) {
        if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
            return ((Number) value).longValue();
        }
        if (value instanceof Float number) {
            return number.doubleValue();
        }
        if (value instanceof Character letter) {
            return letter.toString();
        }
        if (value instanceof List<?> list) {
            return plainList(list.toArray());
        }
        return value != null && value.getClass().isArray() ? plainList(value) : value;
    }

    private static List<Object> plainList(Object array) {
        int size = Array.getLength(array);
        List<Object> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(plain(Array.get(array, i)));
        }
        return list;
    }

    /** Null where Cypher says null: something unknown decides. */
    static Boolean equal(Object left, Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (left instanceof List<?> some && right instanceof List<?> others) {
            return equalLists(some, others);
        }
        if (left instanceof Number && right instanceof Number) {
            return comparable(left, right) && compare(left, right) == 0;
        }
        return left.equals(right);
    }

    private static Boolean equalLists(List<?> left, List<?> right) {
        if (left.size() != right.size()) {
            return false;
        }
        Boolean all = true;
        for (int i = 0; i < left.size(); i++) {
            Boolean equal = equal(left.get(i), right.get(i));
            if (Boolean.FALSE.equals(equal)) {
                return false;
            }
            all = equal == null ? null : all;
        }
        return all;
    }

    /** Whether one of them can be called smaller. */
    static boolean comparable(Object left, Object right) {
        if (left instanceof Number && right instanceof Number) {
            return !isNaN(left) && !isNaN(right);
        }
        boolean ordered = left instanceof String || left instanceof Boolean || left instanceof Temporal;
        return ordered && right != null && left.getClass() == right.getClass();
    }

    /** The sign of the comparison of two comparable values. */
    @SuppressWarnings("unchecked")
    static int compare(Object left, Object right) {
        if (left instanceof Number some && right instanceof Number other) {
            return compareNumbers(some, other);
        }
        if (left instanceof String text) {
            return Text.ORDER.compare(text, (String) right);
        }
        return ((Comparable<Object>) left).compareTo(right);
    }

    private static int compareNumbers(Number left, Number right) {
        if (left instanceof Long some && right instanceof Long other) {
            return Long.compare(some, other);
        }
        double difference = left.doubleValue() - right.doubleValue();
        if (left instanceof Double && right instanceof Double || Math.abs(difference) > 1e6) {
            return difference < 0 ? -1 : difference > 0 ? 1 : 0;
        }
        return exact(left).compareTo(exact(right));
    }

    private static BigDecimal exact(Number number) {
        return number instanceof Long whole ? new BigDecimal(whole) : new BigDecimal(number.doubleValue());
    }

    private static boolean isNaN(Object number) {
        return number instanceof Double value && value.isNaN();
    }
}
