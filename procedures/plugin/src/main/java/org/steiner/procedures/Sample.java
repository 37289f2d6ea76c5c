// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

/** The relationships of one node with the smallest hashes of every group, one more than the cap of each. */
final class Sample {

    private final int cap;
    private final LargestFirst[] smallest;
    private final Links offered = new Links();

    Sample(int groups, int cap) {
        this.cap = cap;
        this.smallest = new LargestFirst[groups];
    }

    /** Whether the relationship would be among the smallest of its group. */
    boolean wants(long id, int group) {
        LargestFirst kept = smallest[group];
        return kept == null || kept.size() <= cap || FairCut.hash(id) < kept.first() >>> Integer.SIZE;
    }

    void add(long id, long start, long end, int type, int group) {
        if (smallest[group] == null) {
            smallest[group] = new LargestFirst();
        }
        LargestFirst kept = smallest[group];
        if (kept.size() > cap) {
            kept.removeFirst();
        }
        kept.add((long) FairCut.hash(id) << Integer.SIZE | offered.size());
        offered.add(id, start, end, type);
    }

    /** Adds the cap's share of every group; whether more than the cap were accepted. */
    boolean addTo(Links found, TypeGroups groups) {
        if (offered.size() <= cap) {
            found.addAll(offered);
            return false;
        }
        IntColumn places = new IntColumn();
        for (LargestFirst kept : smallest) {
            for (int i = 0; kept != null && i < kept.size(); i++) {
                places.add((int) kept.get(i));
            }
        }
        Links read = offered.take(places.toArray());
        found.addAll(read, FairCut.keep(read.ids, place -> groups.groupOf(read.types.get(place)), cap));
        return true;
    }
}
