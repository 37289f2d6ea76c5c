// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntUnaryOperator;

/** Columns as little-endian bytes, which NumPy takes without a copy. */
final class Packed {

    private Packed() {}

    static byte[] longs(LongColumn column) {
        ByteBuffer bytes = buffer(column.size(), Long.BYTES);
        for (int i = 0; i < column.size(); i++) {
            bytes.putLong(column.get(i));
        }
        return bytes.array();
    }

    static byte[] ints(int size, IntUnaryOperator valueAt) {
        ByteBuffer bytes = buffer(size, Integer.BYTES);
        for (int i = 0; i < size; i++) {
            bytes.putInt(valueAt.applyAsInt(i));
        }
        return bytes.array();
    }

    static byte[] shorts(int size, IntUnaryOperator valueAt) {
        ByteBuffer bytes = buffer(size, Short.BYTES);
        for (int i = 0; i < size; i++) {
            bytes.putShort((short) valueAt.applyAsInt(i));
        }
        return bytes.array();
    }

    static byte[] bytes(IntColumn column) {
        byte[] bytes = new byte[column.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) column.get(i);
        }
        return bytes;
    }

    private static ByteBuffer buffer(int size, int width) {
        return ByteBuffer.allocate(Math.multiplyExact(size, width)).order(ByteOrder.LITTLE_ENDIAN);
    }
}
