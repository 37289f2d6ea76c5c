"""What speaks for a reading and against it: the inputs of its probability."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from steiner.algebra import Owner, Query
from steiner.query.checks.word_checks import checks
from steiner.query.composing.compose import Composition
from steiner.query.composing.words.lattice import Lattice
from steiner.query.english.light_words import ASKS_WHERE
from steiner.query.query_reading import Reading
from steiner.query.same_meaning import core_of, meaning_and_core, meaning_of

_COMPOSED = 3
"""Composed readings that are judged."""
_SKIPPED = ("content", "name", "known")
_COUNTED = {
    "skipped": ("skip:content", "skip:known"),
    "words passed": ("link:over",),
    "asked skipped": ("skip:asked", "skip:measured"),
    "names skipped": ("skip:name",),
    "numbers skipped": ("skip:number",),
    "near": ("near:noun", "near:verb", "near:property", "near:value"),
    "guessed links": ("link:one_of", "link:both_ways", "link:verb_left", "own:grown"),
    "far links": ("link:hops2", "link:hops3"),
    "implied": ("bound:implied", "avg:implied", "sum:implied"),
    "several": ("bound:of_several", "best:of_several", "measure:of_several", "asks:of_several"),
    "root implied": ("root:implied",),
    "or unsaid": ("or:unsaid",),
}
"""Features of a composition that are counted together."""
_FAULTS = (
    *("units lost", "other counted", "no person", "sum lost", "average lost", "aggregate lost"),
    *("group lost", "best lost", "best of all", "end for start", "list cut", "each cut"),
    *("denial lost", "or lost", "number lost", "name lost", "noun lost", "asked unknown"),
    *(
        "levels lost",
        "unsaid value",
        "where lost",
        "why lost",
        "time lost",
        "best made up",
        "each made up",
    ),
)
"""Checks each of which makes a reading doubtful, whoever agrees on it."""
_LEFT = ("unknown words", "unused words", "first unknown", "idle links", "says itself")
_GUESSED = ("skipped", "words passed", "near")
"""What else a reading has none of that explains each word and adds nothing."""


@dataclass(frozen=True)
class Proposed:
    """Readings of one question by two proposers: the rules' and the composed ones by meaning.

    `cores`: the probability of all composed queries that compute the same, however laid out.
    """

    looked: Lattice
    first: Reading | None
    composed: Sequence[Composition]
    masses: Mapping[str, float] = field(default_factory=dict)
    best: Mapping[str, Composition] = field(default_factory=dict)
    cores: Mapping[str, float] = field(default_factory=dict)

    def meaning(self, query: Query) -> str:
        """Return what queries of the same meaning share."""
        return meaning_of(query, self.looked.schema.names.items())

    @cached_property
    def of_rules(self) -> tuple[str, str]:
        """The meaning and the core of the rules' reading, "" where there is none."""
        names = self.looked.schema.names.items()
        return meaning_and_core(self.first.query, names) if self.first else ("", "")

    def skips(self) -> bool:
        """Say whether the best composition leaves a word of the question unexplained."""
        best = next(iter(self.composed), None)
        return best is None or any(best.features.get(f"skip:{kind}") for kind in _SKIPPED)

    def readings(self) -> list[Reading]:
        """Return the readings that are judged: the rules', and the best composed ones."""
        return list(self.by_meaning().values())

    def by_meaning(self) -> dict[str, Reading]:
        """Return the readings that are judged by what they mean."""
        readings: dict[str, Reading] = {}
        if self.first is not None:
            readings[self.of_rules[0]] = self.first
        for meaning in list(self.masses)[:_COMPOSED]:
            reading = composed_reading(self.best[meaning].query, self.looked)
            readings.setdefault(meaning, reading)
        return readings


def proposed(looked: Lattice, first: Reading | None, composed: Sequence[Composition]) -> Proposed:
    """Group composed queries by what they mean."""
    names = looked.schema.names.items()
    masses: dict[str, float] = {}
    cores: dict[str, float] = {}
    best: dict[str, Composition] = {}
    for candidate in composed:
        meaning, core = meaning_and_core(candidate.query, names)
        cores[core] = cores.get(core, 0.0) + candidate.probability
        masses[meaning] = masses.get(meaning, 0.0) + candidate.probability
        best.setdefault(meaning, candidate)
    order = sorted(masses, key=lambda meaning: -masses[meaning])
    return Proposed(looked, first, composed, {m: masses[m] for m in order}, best, cores)


def signalled(given: Proposed) -> list[tuple[Reading, dict[str, float]]]:
    """Return each reading that is judged with its signals."""
    judged = given.by_meaning().items()
    return [(reading, _signals(given, reading.query, meaning)) for meaning, reading in judged]


def signals(given: Proposed, query: Query) -> dict[str, float]:
    """Return by name what speaks for a query and against it, numbers of the size of 1."""
    return _signals(given, query, given.meaning(query))


def _signals(given: Proposed, query: Query, meaning: str) -> dict[str, float]:
    masses, first = list(given.masses.values()), given.first
    by_rules = first is not None and given.of_rules[0] == meaning
    top = next(iter(given.masses), "") == meaning
    composed = given.best.get(meaning)
    features = composed.features if composed else {}
    counted = {
        name: sum(features.get(part, 0.0) for part in parts) for name, parts in _COUNTED.items()
    }
    unbound = sum(v for name, v in features.items() if name.startswith("unbound:"))
    core, checked = core_of(query), checks(query, given.looked)
    faults = sum(checked[name] > 0 for name in _FAULTS)
    left = any(checked[name] for name in _LEFT) or any(counted[name] for name in _GUESSED)
    spotless = not faults and not left and composed is not None
    return {
        "rules": float(by_rules),
        "top": float(top),
        "both": float(by_rules and top),
        "mass": given.masses.get(meaning, 0.0),
        "margin": (masses[0] if masses else 0.0) - (masses[1] if len(masses) > 1 else 0.0),
        "both margin": float(by_rules and top)
        * ((masses[0] if masses else 0.0) - (masses[1] if len(masses) > 1 else 0.0)),
        "uncomposed": float(composed is None),
        "rules sure": first.confidence if first and by_rules else 0.0,
        "rules surely": float(bool(first and by_rules and first.confidence >= 0.95)),
        "rules unread": float(len(first.unread)) if first and by_rules else 0.0,
        "rules differ": float(first is not None and not by_rules),
        "rules' core": float(first is not None and given.of_rules[1] == core),
        "core mass": given.cores.get(core, 0.0),
        "unbound": unbound,
        **counted,
        **checked,
        "spotless": float(spotless),
        "spotless to both": float(spotless and by_rules and top),
        "faulty": float(faults > 0),
        "faulty to both": float(faults > 0 and by_rules and top),
        "faulty to rules": float(faults > 0 and by_rules),
    }


def composed_reading(query: Query, looked: Lattice) -> Reading:
    """Return a composed query as a reading: does it compute, which property is asked for."""
    rows = query.group or query.beside or query.grouping or query.path is not None
    computes = bool(query.measure or query.order or query.limit or rows)
    names = looked.schema.names
    shown = [
        p
        for p in query.shown
        if p.owner.is_link or names.get(query.labels[p.owner.number]) != p.name
    ]
    one = len(shown) == len(query.shown) == 1 and _comes_first(looked)
    asked = shown[0].name if one and not _is_where_it_leads(query, looked) else ""
    return Reading(query, (), 0.0, computes, asked=asked)


def _is_where_it_leads(query: Query, looked: Lattice) -> bool:
    """Say whether "where" asks for a thing itself that no noun says: "where does Ann work"."""
    where = bool(ASKS_WHERE.match(looked.folded)) and bool(query.links)
    return where and query.shown[0].owner == Owner(0) and query.labels[0] not in looked.nouns


def _comes_first(looked: Lattice) -> bool:
    """Say whether a question asks for a value first: "the salary of", "when", "how much"."""
    text = looked.folded.lstrip()
    if re.match(r"(?:when|where|how\s+(?!many\b)\w+|(?:in\s+)?(?:what|which)\s+year)\b", text):
        return True
    kinds = [
        item.kind
        for begun in looked.items
        for item in sorted(begun, key=lambda item: -item.score)[:1]
        if item.score >= 0.7 and item.kind in ("noun", "property", "value")
    ]
    return bool(kinds) and kinds[0] == "property"
