"""What nothing else is but what is said: "who only flies economy", "ordered only toys"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steiner.query.composing.trees.denied_ways import with_denied_way
from steiner.query.composing.trees.tree import ReadingTree
from steiner.query.composing.words.lattice import Lattice

_WORDS = r"\b(?:only|exclusively|solely|nothing\s+(?:but|except))"
_SAID = re.compile(_WORDS)
_ONLY = re.compile(rf"{_WORDS}\s+(?!one\b|\d)(?:\S+\s+){{0,5}}$")
"""The end of a text behind which what "only" says stands, but for a few words."""


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
