// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The procedure's row, decoded as a client decodes it. */
record Answer(Map<String, Object> row) {

    List<Long> nodes() {
        return column("nodes", Long.BYTES, ByteBuffer::getLong);
    }

    List<Long> relationships() {
        return column("relationships", Long.BYTES, ByteBuffer::getLong);
    }

    List<Integer> hops() {
        return column("hops", Byte.BYTES, bytes -> (int) bytes.get());
    }

    List<Integer> sources() {
        return column("sources", Integer.BYTES, ByteBuffer::getInt);
    }

    List<Integer> targets() {
        return column("targets", Integer.BYTES, ByteBuffer::getInt);
    }

    @SuppressWarnings("unchecked")
    List<String> types() {
        List<String> names = (List<String>) row.get("type_names");
        return column("types", Short.BYTES, bytes -> names.get(bytes.getShort()));
    }

    @SuppressWarnings("unchecked")
    List<List<String>> labels() {
        List<List<String>> names = (List<List<String>>) row.get("label_names");
        return column("labels", Short.BYTES, bytes -> names.get(bytes.getShort()));
    }

    boolean truncated() {
        return (boolean) row.get("truncated");
    }

    long capped() {
        return (long) row.get("capped");
    }

    private <T> List<T> column(String name, int width, Function<ByteBuffer, T> read) {
        ByteBuffer bytes = ByteBuffer.wrap((byte[]) row.get(name)).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.remaining() % width != 0) {
            throw new AssertionError(name + " has " + bytes.remaining() + " bytes");
        }
        List<T> values = new ArrayList<>();
        while (bytes.hasRemaining()) {
            values.add(read.apply(bytes));
        }
        return values;
    }
}
