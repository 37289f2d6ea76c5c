"""Relations between kinds of things: Freebase's ontology, kinds of the same things as one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from start_weights.people_words import WordedRelation
from start_weights.source_files import source_lines

_LEFT_OUT = frozenset(("base", "user", "freebase", "common", "type", "measurement_unit"))
"""Domains that people made for themselves, or that describe Freebase itself."""
_SHARED, _CHANCE = 0.1, 5
"""Share of the things of a kind that are of a larger kind too, for both to be one; and how many
of them at least, for ids that are met twice are few."""


class Relation(NamedTuple):
    """A relation by its dotted name, between kinds (dotted)."""

    name: str
    start: str
    end: str


@dataclass(frozen=True)
class Ontology:
    """The relations by name, the name of each one's way back, and what kind a type counts as."""

    relations: Mapping[str, Relation]
    reverse: Mapping[str, str]
    kinds: Mapping[str, str]

    def kind(self, type: str) -> str:
        """Return the kind that a type counts as: film.director is people.person."""
        return self.kinds.get(type, type)

    def without(self, domains: Collection[str]) -> Ontology:
        """Return the ontology without the relations of these domains ("music")."""
        kept = {n: r for n, r in self.relations.items() if n.split(".")[0] not in domains}
        return Ontology(kept, self.reverse, self.kinds)

    @cached_property
    def touching(self) -> Mapping[str, list[str]]:
        """The names of the relations of each kind, from either end."""
        touching = defaultdict(list)
        for name, relation in self.relations.items():
            for kind in dict.fromkeys((self.kind(relation.start), self.kind(relation.end))):
                touching[kind].append(name)
        return touching


def read_ontology(folder: Path, worded: Iterable[WordedRelation]) -> Ontology:
    """Read roles.txt and reverse.tsv of GrailQA's ontology; kinds are merged by the questions' ids.

    Raises InvalidInput where a file is missing.
    """
    rows = (Relation(name, start, end) for start, name, end in _rows(folder / "roles.txt", 3))
    relations = {row.name: row for row in rows if row.name.split(".")[0] not in _LEFT_OUT}
    pairs = _rows(folder / "reverse.tsv", 2)
    reverse = {name: back for pair in pairs for name, back in (pair, pair[::-1])}
    return Ontology(relations, reverse, merged_kinds(_types(worded, relations)))


def merged_kinds(types: Mapping[str, set[str]]) -> dict[str, str]:
    """Map each type to the larger one that it shares most things with.

    Ten things that are directors and persons, ten that are persons: director counts as person.
    """
    count = Counter(t for of in types.values() for t in of)
    many = [of for of in types.values() if len(of) > 1]
    seen = Counter(t for of in many for t in of)
    both = Counter((t, other) for of in many for t in of for other in of if t != other)
    above: dict[str, str] = {}
    for (t, other), shared in sorted(both.items(), key=lambda pair: (-pair[1], pair[0])):
        if count[other] > count[t] and shared >= _SHARED * seen[t] and shared >= _CHANCE:
            above.setdefault(t, other)
    return {t: _top(t, above) for t in above}


def _top(type: str, above: Mapping[str, str]) -> str:
    while type in above:
        type = above[type]
    return type


def _types(
    worded: Iterable[WordedRelation], relations: Mapping[str, Relation]
) -> dict[str, set[str]]:
    types: dict[str, set[str]] = defaultdict(set)
    for each in worded:
        if relation := relations.get(each.relation):
            types[each.subject].add(relation.start)
            types[each.object].add(relation.end)
    return types


def _rows(file: Path, columns: int) -> list[list[str]]:
    lines = source_lines(file, "GrailQA's ontology")
    # One line of the published file is two run together: what has other columns is left out.
    return [row for line in lines if len(row := line.split()) == columns]
