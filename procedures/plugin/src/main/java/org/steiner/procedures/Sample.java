// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

/** The relationships of one node with the smallest hashes of every group, one more than the cap of each. */
final class Sample {

    private final LargestFirst[] smallest;
    private final Links offered = new Links();
    private int cap;

    Sample(int groups) {
        this.smallest = new LargestFirst[groups];
    }

    /** Forgets what it has, for the next node. */
    void begin(int cap) {
        this.cap = cap;
        offered.clear();
        for (LargestFirst kept : smallest) {
            if (kept != null) {
                kept.clear();
            }
        }
    }

    /** Whether a relationship of this hash would be among the smallest of its group. */
    boolean wants(int hash, int group) {
        LargestFirst kept = smallest[group];
        return kept == null || kept.size() <= cap || hash < kept.first() >>> Integer.SIZE;
    }

    void add(int hash, int group, long id, long start, long end, int type) {
        if (smallest[group] == null) {
            smallest[group] = new LargestFirst();
        }
        LargestFirst kept = smallest[group];
        if (kept.size() > cap) {
            kept.removeFirst();
        }
        kept.add((long) hash << Integer.SIZE | offered.size());
        offered.add(id, start, end, type);
    }

    /** Adds the cap's share of every group; whether more than the cap were accepted. */
    boolean addTo(Links found) {
        if (offered.size() <= cap) {
            found.addAll(offered);
            return false;
        }
        for (LargestFirst kept : smallest) {
            if (kept != null) {
                kept.sort();
            }
        }
        addInTurn(found);
        return true;
    }

    /** The smallest of each group, then the second of each, until the cap is reached. */
    private void addInTurn(Links found) {
        int room = cap;
        for (int rank = 0; room > 0; rank++) {
            for (int group = 0; group < smallest.length && room > 0; group++) {
                if (smallest[group] != null && rank < smallest[group].size()) {
                    found.add(offered, (int) smallest[group].get(rank));
                    room--;
                }
            }
        }
    }
}
