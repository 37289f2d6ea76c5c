// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The order of text in Cypher and in Python, by code point; that of Java strings differs beyond U+FFFF. */
final class Text {

    static final Comparator<String> ORDER =
            Comparator.comparing(text -> text.codePoints().toArray(), Arrays::compare);

    /** Element by element; of two that begin alike the shorter comes first. */
    static final Comparator<List<String>> LIST_ORDER = (left, right) ->
            Arrays.compare(left.toArray(String[]::new), right.toArray(String[]::new), ORDER);

    private Text() {}
}
