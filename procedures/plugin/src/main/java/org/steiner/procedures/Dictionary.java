// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Stands in for repeated values by their places in a sorted list. */
final class Dictionary<T> {

    private final Comparator<? super T> order;
    private final Map<T, Integer> numbers = new HashMap<>();

    Dictionary(Comparator<? super T> order) {
        this.order = order;
    }

    /** Notes the value; the number is that of its first appearance. */
    int add(T value) {
        Integer number = numbers.putIfAbsent(value, numbers.size());
        return number == null ? numbers.size() - 1 : number;
    }

    byte[] pack(int size, IntFunction<T> valueAt) {
        IntColumn column = new IntColumn();
        for (int i = 0; i < size; i++) {
            column.add(add(valueAt.apply(i)));
        }
        return pack(column);
    }

    /** The numbers as places in {@link #sorted()}. */
    byte[] pack(IntColumn column) {
        if (numbers.size() > Short.MAX_VALUE) {
            throw Options.refusal(
                    Short.MAX_VALUE + " relationship types or sets of labels at most",
                    numbers.size(),
                    "ask for a smaller neighbourhood, with fewer max_nodes");
        }
        List<T> sorted = sorted();
        int[] places = new int[sorted.size()];
        for (int place = 0; place < places.length; place++) {
            places[numbers.get(sorted.get(place))] = place;
        }
        return Packed.shorts(column.size(), i -> places[column.get(i)]);
    }

    List<T> sorted() {
        List<T> sorted = new ArrayList<>(numbers.keySet());
        sorted.sort(order);
        return sorted;
    }
}
