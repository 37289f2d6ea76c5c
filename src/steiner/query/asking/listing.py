"""Questions for all of one kind, or a table of them: "what departments are there?"."""

from __future__ import annotations

import re

from steiner.algebra import Owner, PropertyOf, Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.english.courtesies import without_courtesies
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.schema.schema_mentions import name_scores
from steiner.query.naming.schema_words import KIND_WORDS, SMALL, question_words
from steiner.query.query_reading import Reading
from steiner.query.readings import Readings
from steiner.query.too_long import too_long
from steiner.query.widening.plainer import said_elements
from steiner.text import plain_words

_ALL = r"(?:(?:all|every|each|any|of|the|our|your|existing|known|different)\s+)*"
_LIST = (
    r"\W*(?:please\s+)?(?:(?:can|could|would)\s+you\s+(?:please\s+)?)?(?:"
    r"(?:list|show|give|display|get|fetch|return|name|enumerate|print|find)(?:\s+(?:me|us))?"
    r"(?:\s+(?:a|the)\s+(?:full\s+|complete\s+)?list\s+of)?|(?:what|which|who)(?:\s+(?:are|is)|['’]s))?\s*"
)
_WHAT, _COLUMNS = r"(?P<what>\w+(?:\s+\w+){0,3}?)", r"(?P<columns>\w[\w\s,-]{1,150})"
_LISTS = re.compile(
    rf"{_LIST}{_ALL}{_WHAT}(?:\s+(?:in\s+the\s+graph|we\s+have|there\s+are))?\W*", re.IGNORECASE
)
_TABLES = (
    re.compile(rf"{_LIST}{_ALL}{_COLUMNS}\s+(?:of|for)\s+{_ALL}{_WHAT}\W*", re.IGNORECASE),
    re.compile(
        rf"{_LIST}{_ALL}{_WHAT},?\s+(?:(?:and|along|together)\s+)?(?:with\s+)?(?:their|its)\s+"
        rf"{_COLUMNS}\W*",
        re.IGNORECASE,
    ),
)
_BETWEEN = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_ITS = re.compile(r"^(?:the|their|its|all)\s+", re.IGNORECASE)
_THERE = re.compile(
    rf"\W*(?:what|which)\s+{_ALL}(?P<what>\w+(?:\s+\w+){{0,3}}?)\s+"
    r"(?:are\s+there|do\s+(?:we|you)\s+(?:have|make|sell|offer|own|run|know(?:\s+of)?)|exist|are\s+(?:known|available|in\s+the\s+graph))\W*",
    re.IGNORECASE,
)
_SURE = 0.97
"""How probable it is that the nodes of the label are meant: nothing but its name is said."""
_NAMED, _WHOLE = 0.75, 0.95
"""Least score of words that name a property or what it is, the price of a `unitPrice`; in full."""


def listed(question: str, schema: GraphSchema) -> Readings | None:
    """Return the reading of a question that asks for all nodes of one label, None for any other.

    "What departments are there?", and "the phone numbers of all departments" where each is a
    property of theirs. None where a property is called as the label is, too: "categories" may be
    the products'.
    """
    if too_long(question):
        return None
    text = without_courtesies(question)
    said = _THERE.fullmatch(text) or _LISTS.fullmatch(text)
    if label := _label(said["what"], schema) if said else "":
        return _read(Query((label,)))
    tables = (_table(said, schema) for table in _TABLES if (said := table.fullmatch(text)))
    return next(filter(None, tables), None)


def _read(query: Query, asked: str = "") -> Readings:
    return Readings(Reading(query, (), _SURE, False, asked=asked))


def _label(words: str, schema: GraphSchema) -> str:
    """Return the label that words name, "" where they name none or a property, too."""
    said = said_elements(words, schema, "label")
    labels = [own.element.name for own in said if own.end - own.start == len(words)]
    forms = {words.casefold(), *singulars(words.casefold())}
    owners = (*schema.labels.values(), *schema.types.values())
    if len(labels) != 1 or any(plain_words(p).casefold() in forms for own in owners for p in own):
        return ""
    return labels[0]


def _table(said: re.Match[str], schema: GraphSchema) -> Readings | None:
    """Return the reading of a question for properties of all nodes of a label."""
    if not (label := _label(said["what"], schema)):
        return None
    names = _BETWEEN.split(said["columns"].strip())
    shown = [_property(_ITS.sub("", name), label, schema) for name in names]
    if None in shown:
        return None
    own = tuple(dict.fromkeys(filter(None, shown)))
    # "The prices of the drugs" are prices, "the drugs with their prices" drugs.
    values = len(own) == 1 and said.start("columns") < said.start("what")
    return _read(Query((label,), shown=own), own[0].name if values else "")


def _property(words: str, label: str, schema: GraphSchema) -> PropertyOf | None:
    """Return the one property of a label that words name, None where they may mean another.

    "Prices" are the one price that it has; "dates" may be any of its days.
    """
    said = [w for w in question_words(words) if w.text.casefold() not in SMALL]
    own, name = schema.labels[label], schema.names.get(label, "")
    if name and [w.text.casefold() for w in said] in (["name"], ["names"]):
        return PropertyOf(Owner(0), name, own[name].kind)
    fits = name_scores(schema)(tuple(w.stem for w in said)) if said else {}
    if any(e.kind == "label" for e in fits):
        return None
    scores = {e.name: fits[e] for e in fits if e.kind == "property" and e.of == label}
    best = [name for name, score in scores.items() if score == max(scores.values())]
    least = _WHOLE if KIND_WORDS.issuperset(w.stem for w in said) else _NAMED
    if len(best) != 1 or scores[best[0]] < least:
        return None
    return PropertyOf(Owner(0), best[0], own[best[0]].kind)
