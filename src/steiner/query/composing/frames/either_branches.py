"""Conditions of which one is enough: "founded by Ann or with Bob on its board"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from steiner.algebra import Owner
from steiner.query.composing.trees.tree import ReadingTree
from steiner.query.composing.words.lattice import Lattice

_OR = re.compile(r"\b(?:or|and/or)\b")


class Branch(NamedTuple):
    """A condition or a link of the root with all behind it, and the first and last word of it.

    `links` and `conditions` by their numbers in the tree.
    """

    first: int
    last: int
    links: tuple[int, ...]
    conditions: tuple[int, ...]


def either_of(
    tree: ReadingTree, lattice: Lattice, root: int
) -> Iterator[tuple[bool, Branch, Branch]]:
    """Yield two branches of the root with "or" between them, and whether "either" is said."""
    if "or" not in lattice.folded:
        return
    branches = sorted(_branches(tree, root))
    for one, other in pairwise(branches):
        between = lattice.between(one.last + 1, other.first)
        if (
            _OR.search(between)
            or _or_before(lattice, one, other)
            or _verbs(tree, lattice, one, other)
        ):
            before = lattice.text[: lattice.words[one.first].start].casefold()
            yield bool(re.search(r"\beither\b", before)), one, other


def _or_before(lattice: Lattice, one: Branch, other: Branch) -> bool:
    """Say whether "or" stands anywhere between the last word of one branch and that of another."""
    between = lattice.between(one.last + 1, other.last)
    return one.last < other.last and bool(_OR.search(between))


def _verbs(tree: ReadingTree, lattice: Lattice, one: Branch, other: Branch) -> bool:
    """Say whether "or" joins the verbs of two links: "owns or jointly holds AC-1002"."""
    said = sorted(tree.links[b.links[0]].at for b in (one, other) if b.links)
    return len(said) == 2 and said[0] >= 0 and bool(_OR.search(lattice.between(*said)))


def _branches(tree: ReadingTree, root: int) -> Iterator[Branch]:
    for number, condition in enumerate(tree.conditions):
        if condition.owner == Owner(root):
            yield Branch(condition.at, condition.at, (), (number,))
    for number, link in enumerate(tree.links):
        if root in (link.source, link.target):
            yield behind(tree, root, number)


def behind(tree: ReadingTree, root: int, number: int) -> Branch:
    """Return a link of the root with all that hangs behind it."""
    links, variables = [number], {tree.links[number].other(root)}
    for other, link in enumerate(tree.links):
        ends = {link.source, link.target}
        if other != number and root not in ends and ends & variables:
            links.append(other)
            variables |= ends
    own = [
        i
        for i, c in enumerate(tree.conditions)
        if (c.owner.is_link and c.owner.number in links)
        or (not c.owner.is_link and c.owner.number in variables)
    ]
    said = [tree.said[v] for v in variables if tree.said[v] >= 0]
    said += [tree.conditions[i].at for i in own]
    return Branch(min(said, default=0), max(said, default=0), tuple(links), tuple(own))
