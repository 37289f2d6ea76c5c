// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

/** Cuts what a frontier found to the limits and adds it to the neighbourhood (rules 4 and 5). */
final class Hop {

    private final Neighbourhood neighbourhood;
    private final int frontier;
    private final int number;

    /** The frontier are the neighbourhood's nodes from the given place on. */
    Hop(Neighbourhood neighbourhood, int frontier, int number) {
        this.neighbourhood = neighbourhood;
        this.frontier = frontier;
        this.number = number;
    }

    void add(Links found, int room, int roomForNodes) {
        Links kept = cut(found, room);
        addNodes(Reached.by(kept, neighbourhood, place -> owner(kept, place)), roomForNodes);
        neighbourhood.addLinks(kept);
    }

    private Links cut(Links found, int room) {
        int[] kept = FairCut.keep(found.ids, place -> owner(found, place), room);
        neighbourhood.truncated |= kept.length < found.size();
        return kept.length < found.size() ? found.take(kept) : found;
    }

    private void addNodes(Reached reached, int room) {
        int[] kept = FairCut.keep(reached.ids, reached.owners::get, room);
        neighbourhood.truncated |= kept.length < reached.ids.size();
        for (int place : kept) {
            neighbourhood.addNode(reached.ids.get(place), number, reached.owners.get(place));
        }
    }

    private int owner(Links links, int place) {
        return Math.min(ownerInFrontier(links.starts.get(place)), ownerInFrontier(links.ends.get(place)));
    }

    private int ownerInFrontier(long node) {
        int place = neighbourhood.place(node);
        return place >= frontier ? neighbourhood.owners.get(place) : Integer.MAX_VALUE;
    }
}
