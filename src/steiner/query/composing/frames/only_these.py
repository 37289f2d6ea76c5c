"""What nothing else is but what is said: "who only flies economy", "ordered only toys"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from steiner.algebra import Owner
from steiner.query.composing.trees.tree import ReadingTree, TreeLink, ValueCondition
from steiner.query.composing.words.lattice import Lattice

_ONLY = re.compile(
    r"\b(?:only|exclusively|solely|nothing\s+(?:but|except))\s+(?!one\b|\d)(?:\S+\s+){0,5}$"
)
"""The end of a text behind which what "only" says stands, but for a few words."""


def only_of(tree: ReadingTree, lattice: Lattice, root: int) -> Iterator[ReadingTree]:
    """Yield trees in which a condition is met by all that the root leads to by the same links.

    "Passengers who only fly economy" have booked in economy, and have not booked in any other.
    """
    for condition in tree.conditions:
        before = lattice.text[: lattice.words[condition.at].start].casefold()
        if condition.negated or not _ONLY.search(before):
            continue
        way = _Way(tree, root, condition)
        if way.links and not any(tree.links[k].negated for k in way.links):
            yield way.denied()


@dataclass
class _Way:
    """The links from the root of a tree to what a condition is of."""

    tree: ReadingTree
    root: int
    condition: ValueCondition

    @property
    def links(self) -> list[int]:
        """The links on the way, the nearest to the root first; none where there is no way."""
        number, on_link = self.condition.owner
        links = self.tree.links
        ends = {links[number].source, links[number].target} if on_link else {number}
        ways: dict[int, list[int]] = {self.root: []}
        border = [self.root]
        while border:
            at = border.pop(0)
            for k, link in enumerate(links):
                far = link.other(at) if at in (link.source, link.target) else at
                if far not in ways:
                    ways[far] = [*ways[at], k]
                    border.append(far)
        leading = [ways[end] for end in ends if end in ways]
        if on_link:
            leading = [way for way in leading if number in way]
        return min(leading, key=len, default=[])

    def denied(self) -> ReadingTree:
        """Return the tree with a way of the same links to anything else, which there is not."""
        tree, at, place = self.tree, self.root, self.root
        labels, said, links = list(tree.labels), list(tree.said), list(tree.links)
        for step, number in enumerate(self.links):
            link = tree.links[number]
            place = link.other(place)
            labels.append(tree.labels[place])
            said.append(-1)
            ends = (at, len(labels) - 1) if link.target == place else (len(labels) - 1, at)
            links.append(TreeLink(link.type, *ends, negated=not step, steps=link.steps))
            at = len(labels) - 1
        own = self.condition.owner
        other = Owner(len(links) - 1, True) if own.is_link else Owner(at)
        denial = self.condition._replace(owner=other, negated=True)
        return tree._replace(
            labels=tuple(labels),
            said=tuple(said),
            links=tuple(links),
            conditions=(*tree.conditions, denial),
        )
