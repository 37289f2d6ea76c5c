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
        if (left instanceof Number some && right instanceof Number other) {
            return !isNaN(left) && !isNaN(right) && compareNumbers(some, other) == 0;
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

    /** The sign of the comparison; null where neither can be called smaller, as of two kinds. */
    @SuppressWarnings("unchecked")
    static Integer compare(Object left, Object right) {
        if (Boolean.TRUE.equals(equal(left, right))) {
            return 0;
        }
        if (left instanceof Number some && right instanceof Number other) {
            return isNaN(left) || isNaN(right) ? null : compareNumbers(some, other);
        }
        if (left instanceof List<?> some && right instanceof List<?> others) {
            return compareLists(some, others);
        }
        if (left instanceof String text && right instanceof String other) {
            return Text.ORDER.compare(text, other);
        }
        boolean ordered = left instanceof Boolean || left instanceof Temporal;
        boolean sameKind = ordered && right != null && left.getClass() == right.getClass();
        return sameKind ? ((Comparable<Object>) left).compareTo(right) : null;
    }

    private static Integer compareLists(List<?> left, List<?> right) {
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            Integer sign = compare(left.get(i), right.get(i));
            if (sign == null || sign != 0) {
                return sign;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    private static int compareNumbers(Number left, Number right) {
        if (left instanceof Long some && right instanceof Long other) {
            return Long.compare(some, other);
        }
        if (left instanceof Double && right instanceof Double || isInfinite(left) || isInfinite(right)) {
            return Double.compare(left.doubleValue() + 0.0, right.doubleValue() + 0.0);
        }
        return exact(left).compareTo(exact(right));
    }

    private static BigDecimal exact(Number number) {
        return number instanceof Long whole ? new BigDecimal(whole) : new BigDecimal(number.doubleValue());
    }

    private static boolean isNaN(Object number) {
        return number instanceof Double value && value.isNaN();
    }

    private static boolean isInfinite(Number number) {
        return number instanceof Double value && value.isInfinite();
    }
}
