"""What nothing else is but what is said: "who only flies economy", "all their toys cost 9"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from steiner.algebra import Bound, Owner
from steiner.query.composing.frames.frame import Frame
from steiner.query.composing.trees.denied_ways import with_denied_way
from steiner.query.composing.trees.tree import ReadingTree, ValueCondition
from steiner.query.composing.words.lattice import Lattice

_WORDS = r"\b(?:only|exclusively|solely|nothing\s+(?:but|except))"
_SAID = re.compile(_WORDS)
_ONLY = re.compile(rf"{_WORDS}\s+(?!one\b|\d)(?:\S+\s+){{0,5}}$")
"""The end of a text behind which what "only" says stands, but for a few words."""
_ALL = re.compile(
    r"\ball\s+(?:of\s+)?(?:their|its|his|her)\b|"
    r"\bwhose\s+\w+(?:\s+\w+)?\s+(?:(?:are|is|were|was|have|has|had)\s+)?(?:all|always)\b"
)


def all_of(frame: Frame, lattice: Lattice) -> Iterator[Frame]:
    """Yield frames in which all that the root leads to meets what is compared of one of it.

    "Suppliers with all their products above 20" have some, and none that is not above 20.
    """
    if not _ALL.search(lattice.folded):
        return
    for place, bound in enumerate(frame.bounds):
        of, root = bound.property.owner, frame.each
        unmet = ValueCondition(of, "", (), True, -1, False)
        tree = with_denied_way(frame.tree, root, of, unmet) if of != Owner(root) else None
        if tree is not None and not bound.negated:
            other = bound.property._replace(owner=tree.conditions[-1].owner)
            denied: Bound = replace(bound, property=other, negated=True)
            others = (*frame.bounds[:place], denied, *frame.bounds[place + 1 :])
            yield frame._replace(tree=tree._replace(conditions=tree.conditions[:-1]), bounds=others)


def only_of(tree: ReadingTree, lattice: Lattice, root: int) -> Iterator[ReadingTree]:
    """Yield trees in which a condition is met by all that the root leads to by the same links.

    "Passengers who only fly economy" have booked in economy, and have not booked in any other.
    """
    if not _SAID.search(lattice.folded):
        return
    for condition in tree.conditions:
        before = lattice.text[: lattice.words[condition.at].start].casefold()
        if not condition.negated and _ONLY.search(before):
            denial = condition._replace(negated=True)
            if alone := with_denied_way(tree, root, condition.owner, denial):
                yield alone
