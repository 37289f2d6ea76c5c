// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

/** Division of whole numbers; {@code Math.ceilDiv} is younger than Java 17. */
final class Round {

    private Round() {}

    static long up(long dividend, long divisor) {
        return (dividend + divisor - 1) / divisor;
    }
}
