"""Which of the mentions that overlap or stand beside each other are kept, and as what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from steiner.query.naming.schema_words import SMALL, Element, SchemaMention, Word, is_spelt
from steiner.text import plain_words


def without_overlap(spans: Sequence[SchemaMention]) -> list[SchemaMention]:
    chosen: list[SchemaMention] = []
    for span in spans:
        if not any(span.start < m.end and m.start < span.end for m in chosen):
            chosen.append(span)
    return chosen


def as_nouns(
    chosen: Sequence[SchemaMention],
    words: Sequence[Word],
    known: Mapping[Element, tuple[str, ...]],
) -> list[SchemaMention]:
    """Take "shops with a rating above 4" as the shops' `rating`, though others are RATED_BY."""
    said = {e.name for m in chosen for e in m.of_kind("label")}
    text = {(w.start, w.end): w for w in words}
    read = []
    for mention in chosen:
        word = text.get((mention.start, mention.end))
        own = tuple(
            e for e in known if word and e.of in said and not e.on_type and is_spelt(e.name, [word])
        )
        types = [plain_words(e.name).split() for e in mention.elements]
        verb = word and mention.of_kind("type") and not mention.of_kind("label")
        spelt = word is not None and any(word.text.casefold() in type for type in types)
        read.append(replace(mention, elements=own) if own and verb and not spelt else mention)
    return read


def without_particles(
    chosen: Sequence[SchemaMention], words: Sequence[Word]
) -> list[SchemaMention]:
    """Leave out what is only the end of the verb before: "held in" is HELD_IN, and no IN."""
    said = {(m.end + 1, plain_words(e.name).split()[-1]) for m in chosen for e in m.of_kind("type")}
    text = {w.start: w.text.casefold() for w in words if w.text.casefold() in SMALL}
    return [m for m in chosen if (m.start, text.get(m.start)) not in said]


def heads(chosen: Sequence[SchemaMention], words: Sequence[Word]) -> list[SchemaMention]:
    """Let the last noun of a compound stand for it: "product categories" are categories."""
    singular = {w.start for w in words if not w.text.casefold().endswith("s")}
    done = {w.start for w in words if w.text.casefold().endswith(("ed", "ing"))}
    nouns = {m.start: m.of_kind("label") for m in chosen if m.of_kind("label")}
    first = {
        start
        for start, m in ((m.start, m) for m in chosen if m.start in nouns)
        # "Which ship called": no call of a kind.
        if start in singular
        and m.end + 1 not in done
        and nouns.get(m.end + 1, nouns[start]) != nouns[start]
    }
    return [replace(m, elements=()) if m.start in first else m for m in chosen]
