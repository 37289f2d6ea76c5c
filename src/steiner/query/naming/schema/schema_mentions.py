"""Where a question speaks of the schema: labels, types and properties by their words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from steiner.algebra.schema.graph_schema import TEMPORAL, GraphSchema
from steiner.lexicon.common_words import measured
from steiner.lexicon.short_forms import is_short, shortens
from steiner.query.english.degrees import SUPERLATIVES
from steiner.query.english.irregular_forms import singulars
from steiner.query.english.light_words import LIGHT
from steiner.query.naming.schema.mentions_beside import (
    as_nouns,
    heads,
    without_overlap,
    without_particles,
)
from steiner.query.naming.schema.noted_words import noted_mentions
from steiner.query.naming.schema.word_rings import is_opposed, is_ringed, names_an_end
from steiner.query.naming.schema_words import (
    COUNTS,
    NUMBER,
    NUMBER_WORDS,
    SMALL,
    SPELT,
    UNITS,
    Element,
    SchemaMention,
    Word,
    are_joined,
    base,
    elements,
    is_another,
    is_spelt,
    says_kind,
    schema_of,
)
from steiner.query.naming.verbs.verb_forms import RECORDS, by_form, is_had
from steiner.text import STOP_WORDS, plain_words

Floats = npt.NDArray[np.float64]
Alike = Callable[[Sequence[str], Sequence[str]], Floats]
"""Cosines float64[n, m] of n words of the question with m names of the schema."""

_LONGEST = 4
_HEAD, _PREFIX, _ALIKE, _MEASURED = 0.75, 0.8, 0.5, 0.75
"""Worth of a match by the last word, by the beginning; least cosine; worth of what is measured."""
_DEEDS = ("al", "anc", "enc", "ion", "ition", "ment", "tion", "ur")
"""What ends the stem of a noun made of a verb, of verbs of four letters or more."""
_RECORDS = {*map(base, RECORDS)}
"""Stems that end the name of anything that is stored: "calls" are CallRecords."""
_WHOSE = {"their", "his", "her", "its", "our", "my", "your"}
_AGENT = re.compile(r"(?<!\bund)(?<!\bov)(?<!\baft)(?<!\bp)ers?$|(?:(?<!\bf)ors?|ists?)$")
OPPOSITE = re.compile(r"^(?:un|non-?|in|im|dis|il(?=l)|ir(?=r))", re.IGNORECASE)
"""Beginnings of words that deny: uninsured, inactive."""
_JOINING = STOP_WORDS | {
    "after", "before", "under", "above", "below", "between", "against", "without", "within",
    "during", "since", "until", "among", "near",
}  # fmt: skip
"""Prepositions say no name that they only end or begin: "after 2015" is no LOOKS_AFTER."""
_HAVE = ("have", "has", "had", "having")
_MEASURES = {*SUPERLATIVES, "total", "average", "combined", "overall"}
"""Right before what is measured."""
_ASKS = ("which", "many")
"""Right before a noun that is asked for."""
_NOT_SCHEMA = STOP_WORDS | LIGHT | {
    "top", "most", "least", "number", "total", "average", "highest", "lowest", "more", "than",
    "less", "over", "under", "between", "different", "distinct", "same", "order", "sorted",
    "identify", "show", "display", "retrieve", "return", "provide", "database", "based", "per",
    "before", "after", "since", "during", "only", "never", "not",
}  # fmt: skip


def mentions(
    words: Sequence[Word], schema: GraphSchema, alike: Alike, taken: Sequence[tuple[int, int]]
) -> list[SchemaMention]:
    """Return what the question mentions, no two overlapping; spans in `taken` are names or values.

    Exact words first, then longer spans; what no word says is matched by meaning, from a cosine of
    .5, alternatives within .14 kept.
    """
    known = elements(schema)
    free = [w for w in words if not any(w.start < b and a < w.end for a, b in taken)]
    spans = sorted(
        [
            *_spelt(words, known),
            *noted_mentions(words, schema, taken),
            *_matched(free, known, schema),
        ],
        key=lambda m: (-m.score, m.start - m.end, m.start),
    )
    chosen = heads(without_particles(without_overlap(spans), words), words)
    chosen = as_nouns(chosen, words, known)
    rest = [w for w in free if not any(m.start <= w.start < m.end for m in chosen)]
    rest = [w for w in rest if w.text.casefold() not in _NOT_SCHEMA and not w.text.isdigit()]
    how = {w.start for before, w in pairwise(words) if before.text.casefold() == "how"}
    rest = [w for w in rest if w.start not in how]  # "How big": what is measured, no word of it.
    denied = _denied(rest, schema)
    chosen = [*chosen, *denied]
    rest = [w for w in rest if w.start not in {m.start for m in denied}]
    chosen = [*chosen, *(short := list(_short_for(rest, schema)))]
    rest = [w for w in rest if w.start not in {m.start for m in short}]
    chosen = [*chosen, *(much := list(_measured_by(rest, words, schema)))]
    rest = [w for w in rest if w.start not in {m.start for m in much}]
    named = [(m.start, m.end) for m in chosen if m.of_kind("property")]
    beside = {place for a, b in named for place in (a - 1, b + 1)}
    rest = [w for w in rest if not {w.end, w.start} & beside]
    asked = {w.start for before, w in pairwise(words) if before.text.casefold() in _ASKS}
    chosen = [*chosen, *_by_meaning(rest, known, alike, asked)]
    return sorted(chosen, key=lambda m: m.start)


def _matched(
    words: Sequence[Word], known: Mapping[Element, tuple[str, ...]], schema: GraphSchema
) -> Iterator[SchemaMention]:
    whole, scores = set(known.values()), name_scores(schema)
    turnable = {*map(frozenset, whole)}
    for first in range(len(words)):
        for last in range(first, min(first + _LONGEST, len(words))):
            span = words[first : last + 1]
            framed = {span[0].text.casefold(), span[-1].text.casefold()} & _JOINING
            said = tuple(w.stem for w in span)
            # "Need a follow-up" is followUpNeeded: three words are no accident.
            turned = len({*said} - SMALL) > 2 and not {said[0], said[-1]} & SMALL
            turned = turned and frozenset({*said} - SMALL) in turnable
            if framed and said not in whole and not turned:
                continue
            content = tuple(w.stem for w in span if w.text.casefold() not in SMALL | _WHOSE)
            content = content or tuple(w.stem for w in span)
            scored = scores(content)
            if len(span) == 1 and framed & SMALL:  # "On floor 2" names no property "on".
                scored = {e: score for e, score in scored.items() if e.kind != "property"}
            if len(span) == 1:
                one = span[0].text.casefold()
                scored = {e: score for e, score in scored.items() if not is_another(one, e.name)}
            if scored:
                best = max(scored.values())
                alike = (e for e, score in scored.items() if score == best)
                same = tuple(sorted(alike, key=partial(_unlike, behind=words[last + 1 :])))
                same = _as_it_goes_on(same, words[last + 1 :])
                word = span[-1].text.casefold()
                same = by_form(word, same) if len(span) == 1 else same
                agent = len(span) == 1 and is_agent(word)
                verbs = tuple(e for e in same if e.kind == "type")
                had = words[first - 1].text.casefold() in _HAVE if first else False
                agent = agent or (best >= SPELT and not had and _are_had(same, word, schema))
                nouns = any(e.kind == "label" and is_spelt(e.name, span) for e in same)
                if verbs and word.endswith(("ed", "ing")) and not nouns:
                    same = verbs
                stored = tuple(e for e in same if e.kind == "property" and is_spelt(e.name, span))
                if stored and len(stored) < len(same) and all(e.kind == "property" for e in same):
                    same = stored  # "Which bed" is `bed`, and no ward's `beds`.
                if agent and verbs and stored:  # "followers" that each node has as a number.
                    same = stored
                yield SchemaMention(span[0].start, span[-1].end, same, best, agent)


def _measured_by(
    rest: Sequence[Word], words: Sequence[Word], schema: GraphSchema
) -> Iterator[SchemaMention]:
    """Yield the properties that a word measures by: salary, of "highest paid", "total payroll"."""
    measuring = (w for before, w in pairwise(words) if before.text.casefold() in _MEASURES)
    for word in (w for w in measuring if w in rest):
        asked = measured(word.text)
        meant = tuple(
            e
            for e in (elements(schema) if asked else ())
            if e.kind == "property" and asked & {*plain_words(e.name).split()}
        )
        if meant:
            yield SchemaMention(word.start, word.end, meant, _MEASURED)


def _short_for(words: Sequence[Word], schema: GraphSchema) -> Iterator[SchemaMention]:
    """Yield the labels that are short for a word: Clnt, of "clients"."""
    short = _short_labels(schema)
    for word in words if short else ():
        said = _one(word.text.casefold())
        meant = [e for e, name in short.items() if any(shortens(name, w) for w in said)]
        if len(meant) == 1:
            yield SchemaMention(word.start, word.end, (meant[0],), SPELT)


@lru_cache(maxsize=8)
def _short_labels(schema: GraphSchema) -> dict[Element, str]:
    """Return the labels that may be short forms, as they are written in small letters."""
    names = {e: e.name.casefold() for e in elements(schema) if e.kind == "label"}
    return {e: name for e, name in names.items() if is_short(name)}


def _one(word: str) -> Sequence[str]:
    """Return what a noun in the plural is one of, or the word itself."""
    return singulars(word) or (word,)


def _unlike(element: Element, behind: Sequence[Word]) -> int:
    """Return 0 where a name ends as a question goes on, 2 where it ends otherwise, else 1.

    "Commented on an answer" is COMMENTED_ON before COMMENTED.
    """
    last = plain_words(element.name).split()[-1]
    if last not in SMALL:
        return 1
    return 0 if behind and behind[0].text.casefold() == last else 2


def _as_it_goes_on(same: tuple[Element, ...], behind: Sequence[Word]) -> tuple[Element, ...]:
    """Leave out what another preposition ends than a verb's: "reports to Ann" is no REPORTED.

    Nor is it reportedOn; "reported" alone is no REPORTS_TO.
    """
    if not same or same[0].kind != "type":
        return same
    likest = _unlike(same[0], behind)
    return tuple(e for e in same if e.kind == "label" or _unlike(e, behind) <= likest)


def _spelt(
    words: Sequence[Word], known: Mapping[Element, tuple[str, ...]]
) -> Iterator[SchemaMention]:
    """Yield identifiers written as they are: INTERACTS1, jurisdiction_description."""
    written: dict[str, list[Element]] = {}
    for element in known:
        if not element.name.isalpha():
            written.setdefault(element.name, []).append(element)
    lengths = set(map(len, written))
    for first in range(len(words)):
        for last in range(first, min(first + _LONGEST, len(words))):
            if words[last].end - words[first].start not in lengths:
                continue
            span = words[first : last + 1]
            text = "".join(
                f"{'_' * (w.start - before)}{w.text}"
                for w, before in zip(span, [span[0].start, *(w.end for w in span)], strict=False)
            )
            if text in written:
                own = tuple(written[text])
                days = len(span) > 1 and all(e.kind == "property" for e in own)
                # The preposition of raised_on begins a day: "raised on 4 May 2024".
                ends = span[-2] if days and span[-1].text.casefold() in SMALL else span[-1]
                yield SchemaMention(span[0].start, ends.end, own, 1.1)


@lru_cache(maxsize=8)
def name_scores(schema: GraphSchema) -> Callable[[tuple[str, ...]], Mapping[Element, float]]:
    """Return what scores the elements that the stems of words name, and keeps that for words."""
    known = elements(schema)

    @lru_cache(maxsize=5_000)
    def scores(content: tuple[str, ...]) -> Mapping[Element, float]:
        return {
            e: score
            for e, own in known.items()
            if (score := _score(content, own) or 0.95 * says_kind(content, e, own))
        }

    return scores


def _score(content: tuple[str, ...], own: tuple[str, ...]) -> float:
    """Score how well the stems of a span's words name an element of the stems `own`."""
    if content == own:
        return 1.0
    if len(content) == len(own) > 1 and set(content) == set(own):
        return 0.95
    if own[-1] in _RECORDS and content == own[:-1]:
        return 1.0
    if own[-1] in UNITS | COUNTS and content == own[:-1]:
        return 0.95
    if own[-1] in NUMBER_WORDS and content == (*own[:-1], NUMBER):
        return 1.0
    if are_joined(content, own):  # "ICD-10" of icd10.
        return 0.95
    if (
        len(content) == 1
        and len(own) == 1
        and (
            _begins_alike(content[0], own[0])
            or is_deed(content[0], own[0])
            or is_deed(own[0], content[0])
        )
    ):
        return _PREFIX
    if len(content) < len(own) and content[-1] == own[-1] and set(content) <= set(own):
        return _HEAD
    return 0.0


def is_agent(word: str) -> bool:
    """Say whether a word, in small letters, is who does something by its ending: "actors"."""
    return bool(_AGENT.search(word))


def is_deed(noun: str, verb: str) -> bool:
    """Say whether a stem is the noun of what a verb does: "assistance", "arrival", "departure"."""
    return len(verb) >= 4 and noun.startswith(verb) and noun[len(verb) :] in _DEEDS


def _denied(words: Sequence[Word], schema: GraphSchema) -> list[SchemaMention]:
    """Return mentions of properties by their opposite."""
    read = ((word, denied_by(word, schema)) for word in words)
    return [SchemaMention(word.start, word.end, same, 0.95) for word, same in read if same]


def denied_by(word: Word, schema: GraphSchema) -> tuple[Element, ...]:
    """Return properties that a word is the opposite of: "uninsured" of a yes or no, or of a day.

    A word that is an opposite by itself, "amateur", is so of a yes or no alone.
    """
    cut = OPPOSITE.sub("", word.stem)
    forms = {cut, base(cut)} if cut != word.stem else set()  # Unpaid: "paid" is a form of "pay".
    return tuple(
        element
        for element, stem in _deniable(schema).items()
        if forms & {stem, base(stem)}
        or (is_opposed(word.stem, [stem]) and schema_of(schema, element).kind == "yes or no")
    )


@lru_cache(maxsize=8)
def _deniable(schema: GraphSchema) -> Mapping[Element, str]:
    """Return properties that are a yes or no, or a day, with the stem that says them."""
    return {
        element: stems[-1]
        for element, stems in elements(schema).items()
        if element.kind == "property"
        if (kind := schema_of(schema, element).kind) == "yes or no"
        or (kind in TEMPORAL and len(stems) == 1)
    }


_RINGED = 0.7
"""Nearness in meaning of a word that stands for a label or type in some graph: "played", an act."""


def _by_meaning(
    words: Sequence[Word],
    known: Mapping[Element, tuple[str, ...]],
    alike: Alike,
    asked: Collection[int],
) -> list[SchemaMention]:
    """Match words by meaning; what is `asked` for, by where it starts, is a noun and no type.

    A word that names one end of a type is near to nothing else: a boss, of REPORTS_TO, to no job.
    """
    names = list(known)
    joining = [stems for element, stems in known.items() if element.kind == "type"]
    words = [w for w in words if not any(names_an_end(w.stem, stems) for stems in joining)]
    if not words or not known:
        return []
    types = np.array([element.kind == "type" for element in names])
    cosines = alike([w.text.casefold() for w in words], [plain_words(e.name) for e in names])
    read = []
    for word, row in zip(words, cosines, strict=True):
        ringed = [e.kind != "property" and is_ringed(word.stem, known[e]) for e in names]
        row = np.where(ringed, np.maximum(row, _RINGED), row)
        row = np.where(types, 0.0, row) if word.start in asked else row
        best = float(row.max())
        if best >= _ALIKE:
            # Of two that are as near the one of fewer words: KNOWS before KNOWS_BY_PHONE.
            near = sorted(range(len(names)), key=lambda i: (-row[i], len(known[names[i]])))
            kept = tuple(names[i] for i in near if row[i] >= best - 0.02)
            agent = is_agent(word.text.casefold())
            read.append(SchemaMention(word.start, word.end, kept, min(best, 0.74), agent))
    return read


def _begins_alike(one: str, other: str) -> bool:
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    length = min(len(one), len(other)) if same is None else same
    return length >= 4 and length >= 0.7 * max(len(one), len(other))


def _are_had(same: Sequence[Element], word: str, schema: GraphSchema) -> bool:
    """Say whether a word is whom others of the kind have: "wife" of HAS_WIFE, between people."""
    pairs = [pair for e in same for pair in schema.ends.get(e.name, ())]
    had = all(e.kind == "type" and is_had(e, word) for e in same)
    return had and bool(pairs) and all(a == b for a, b in pairs)
