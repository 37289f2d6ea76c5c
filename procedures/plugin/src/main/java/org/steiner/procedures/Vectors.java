// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.List;

/** Reads vectors and compares their directions. */
final class Vectors {

    private Vectors() {}

    /** The numbers of an array or a list; null where it holds anything else. */
    static double[] read(Object value) {
        if (value instanceof float[] floats) {
            return widen(floats);
        }
        if (value instanceof double[] doubles) {
            return doubles;
        }
        return Values.plain(value) instanceof List<?> list ? read(list) : null;
    }

    private static double[] read(List<?> list) {
        boolean numbers = list.stream().allMatch(Number.class::isInstance);
        return numbers
                ? list.stream().mapToDouble(number -> ((Number) number).doubleValue()).toArray()
                : null;
    }

    private static double[] widen(float[] floats) {
        double[] doubles = new double[floats.length];
        for (int i = 0; i < floats.length; i++) {
            doubles[i] = floats[i];
        }
        return doubles;
    }

    /** NaN where the lengths differ or one vector is null or has no direction. */
    static float cosine(double[] left, double[] right) {
        if (left == null || right == null || left.length != right.length) {
            return Float.NaN;
        }
        double product = 0;
        double leftSquare = 0;
        double rightSquare = 0;
        for (int i = 0; i < left.length; i++) {
            product += left[i] * right[i];
            leftSquare += left[i] * left[i];
            rightSquare += right[i] * right[i];
        }
        return (float) (product / Math.sqrt(leftSquare * rightSquare));
    }
}
