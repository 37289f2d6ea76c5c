""" "Which museums show portraits, and how many does each have?": a list, and a number beside each.

Both parts are read alone, as the plainer questions they are: what the second measures of each thing
stands beside the things that the first lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from steiner.algebra import Measure, Owner, PropertyOf, Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.query_reading import Reading
from steiner.query.readings import Readings
from steiner.query.widening.plainer import said_elements
from steiner.text import plain_words

_LISTS = r"(?!\W*(?:how|when|where)\b)(?P<list>.+?)"
_NUMBER = (
    r"(?:\s*,)?\s+and\s+(?:also\s+)?(?:(?:of|for|in|on|at|by|from|to|with)\s+)?(?P<number>(?:how\s+(?:many|"
    r"much)|what\s+(?:is|are|was|were)\s+(?:the|their|its)\s+(?:average|mean|median|total|overall|"
    r"combined|number|highest|lowest|maximum|minimum|sum))\b.+)",
    r"(?:\s*,)?\s+(?:along|together)\s+with\s+(?P<number>(?:the|their|its)\s+(?:total\s+)?"
    r"(?:number|count)\s+of\b.+)",
)
_FORMS = [re.compile(f"{_LISTS}{number}", re.IGNORECASE | re.DOTALL) for number in _NUMBER]
_EACH = re.compile(
    r"\b(?:(?:each|every)(?:\s+one)?(?:\s+of\s+(?:them|these|those))?|they|he|she|it)"
    r"(?P<own>\s+[\w-]+)?",
    re.IGNORECASE,
)
_THEIRS = re.compile(r"\b(?:their|its|his|her)\b", re.IGNORECASE)
_THERE = re.compile(r"\b(?:there|then|so)\b", re.IGNORECASE)
"""What is measured goes by more of the first part than the things that it lists."""
_SUCH = re.compile(
    r"how\s+many(?:\s+(?:pieces|items|ones))?(?:\s+of)?(?:\s+(?:such|those|these)\s+(?P<noun>[\w-]+)|"
    r"(?=\s+(?:of\s+(?:them|these|those)|does|do|did|has|have|had|is|are|was|were)\b))",
    re.IGNORECASE,
)
"""As many of what is listed already: "how many such films has each", "how many does each show"."""
Read = Callable[[str], Readings | None]
Measured = Query | PropertyOf | Measure
"""A query of what is measured of each thing, as it stands `beside`, a property that is shown, or a
measure of what the list itself leads to."""


class _Parts(NamedTuple):
    """The words that list things, and those that measure something of each."""

    listing: str
    number: str


def with_number_beside(question: str, schema: GraphSchema, read: Read) -> Readings | None:
    """Return the readings of a question that lists things, and a number beside each of them.

    As probable as both of its parts are, each of them read by `read`. None for any other question,
    where a part cannot be read so, and where the question as a whole is read more surely.
    """
    parts = _parts(question)
    listed = read(f"{parts.listing}?") if parts else None
    if parts is None or listed is None:
        return None
    best = _best(listed.best, _measured(parts.number, listed.best, schema, read))
    whole = read(question) if best else None
    if best is None or (whole and whole.best.confidence >= best.confidence):
        return None
    return Readings(best, (whole.best, *whole.others) if whole else ())


def _best(listed: Reading, measured: Iterator[tuple[Measured, Reading]]) -> Reading | None:
    """Return the most probable reading of a list with what is measured of each thing in it.

    Several readings of the second part may measure the same. It has no signals: what rows say of
    either part alone they do not say of both.
    """
    by_query: dict[str, Reading] = {}
    for own, reading in measured:
        query = _joined(listed.query, own)
        if query is not None:
            before = by_query.get(repr(query))
            sure = reading.confidence + (before.confidence if before else 0.0)
            by_query[repr(query)] = replace(
                before or reading, query=query, confidence=min(1.0, sure)
            )
    if not by_query:
        return None
    best = max(by_query.values(), key=lambda own: own.confidence)
    sure = listed.confidence * best.confidence
    return replace(listed, query=best.query, confidence=sure, computes=True, signals={})


def _parts(question: str) -> _Parts | None:
    """Return the two parts of a question, the second one speaking of the first."""
    plain = " ".join(question.split())
    for form in _FORMS:
        said = form.fullmatch(plain)
        number = said["number"].strip(" ?.") if said else ""
        of_each = _EACH.search(number) or _THEIRS.search(number)
        if said and of_each and not _THERE.search(number):
            return _Parts(said["list"], number)
    return None


def _measured(
    number: str, listed: Reading, schema: GraphSchema, read: Read
) -> Iterator[tuple[Measured, Reading]]:
    """Yield what is measured of each thing, and the reading that says so."""
    rows = listed.query
    if said := _SUCH.match(number):
        such = _such(rows, said["noun"] or "", schema)
        if such is not None:
            yield such, replace(listed, confidence=1.0)
        return
    noun = plain_words(rows.labels[0])
    for text in dict.fromkeys(_standing_alone(number, noun)):
        own = read(f"{text}?")
        for reading in (own.best, *own.others) if own else ():
            measured = _of_each(reading, rows.labels[0])
            if measured is not None:
                yield measured, reading
        if own and _of_each(own.best, rows.labels[0]) is not None:
            return


def _standing_alone(number: str, noun: str) -> Iterator[str]:
    """Yield the words of the second part with the noun that "each" or "they" stands for.

    "How many pages does each of them have" is "how many pages does each book have"; of "each
    person" the noun may be there.
    """
    said = _EACH.search(number)
    if said is None:
        yield _THEIRS.sub(f"each {noun}'s", number, count=1)
        return
    ahead, behind = number[: said.start()], number[said.end() :]
    own = said["own"] or ""
    if own and said[0].casefold().startswith(("each ", "every ")):
        yield number
    yield f"{ahead}each {noun}{own}{behind}"


def _such(rows: Query, noun: str, schema: GraphSchema) -> Measure | None:
    """Count what the listed things are linked to: the one kind, or that of the noun."""
    near = {
        k.target if k.source == 0 else k.source for k in rows.links if 0 in (k.source, k.target)
    }
    labels = {own.element.name for own in said_elements(noun, schema, "label")}
    counted = [v for v in sorted(near) if v and (not labels or rows.labels[v] in labels)]
    if len(counted) != 1 or any(link.is_condition for link in rows.links):
        return None
    return Measure("count", Owner(counted[0]))


def _of_each(reading: Reading, label: str) -> Measured | None:
    """Return what a question measures of each thing of a label, None where it asks otherwise."""
    query = reading.query
    if query.labels[0] != label or query.single or query.group or query.order or query.limit:
        return None
    bare = not query.links and not query.bounds
    if len(query.beside) == 1 and bare and not query.between:
        return query.beside[0]
    if query.beside or query.grouping or query.either or query.each:
        return None
    own = query.measure
    if own is None:
        shown = [p for p in query.shown if p.owner == Owner(0)]
        return shown[-1] if bare and len(query.shown) == len(shown) == 1 else None
    if isinstance(own.over, PropertyOf) and own.over.owner == Owner(0):
        return own.over if bare else None
    return Query(query.labels, query.links, query.bounds, own)


def _joined(rows: Query, measured: Measured) -> Query | None:
    """Return the listed things with what is measured of each; None where they are no plain list."""
    other = (rows.measure, rows.beside, rows.group, rows.grouping, rows.each, rows.path)
    if any(part is not None and part != () for part in other):
        return None
    if isinstance(measured, Query):
        over = _of_link(rows, measured)
        if over is None:
            return replace(rows, beside=(measured,))
        measured = over
    if isinstance(measured, Measure):
        return replace(rows, measure=measured)
    return replace(rows, shown=(*rows.shown, measured))


def _of_link(rows: Query, measured: Query) -> PropertyOf | None:
    """Return the property of the link to what is listed, where that is what is measured.

    "Who leases the van, and how much do they pay" is what they pay for the van.
    """
    over = measured.measure and measured.measure.over
    if not isinstance(over, PropertyOf) or not over.owner.is_link or len(measured.links) != 1:
        return None
    types = measured.links[0].types
    same = [k for k, link in enumerate(rows.links) if link.types == types and not link.is_condition]
    return over._replace(owner=Owner(same[0], True)) if len(same) == 1 else None
