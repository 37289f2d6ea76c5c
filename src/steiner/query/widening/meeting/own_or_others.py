""" "Their own question", "someone else's answer", "written by someone else": whose a thing is."""

from __future__ import annotations

import re

from steiner.algebra import Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.naming.schema_words import base, question_words
from steiner.query.widening.joined_labels import with_way
from steiner.query.widening.meeting.two_ways import told_apart
from steiner.query.widening.plainer import Plainer, Widening, said_elements
from steiner.text import plain_words

_THING = (
    r"(?P<noun>[\w-]+(?:\s[\w-]+)??)"
    r"(?=\s*(?:[,;?.]|$|\s(?:and|or|but|in|on|at|for|with|that|which)\b))"
)
_ELSE = r"\b(?:some|any)(?:one|body)\s+else"
_THEIRS = re.compile(rf"\b(?:their|his|her|its)\s+own\s+{_THING}", re.IGNORECASE)
_OTHERS = re.compile(rf"{_ELSE}['’]s\s+{_THING}", re.IGNORECASE)
_BY_OTHERS = re.compile(rf"{_ELSE}\b(?!['’])", re.IGNORECASE)
_VERBS = (
    *("ask", "author", "build", "built", "compose", "create", "design", "file", "found", "make"),
    *("made", "open", "own", "owner", "paint", "place", "post", "produce", "publish", "raise"),
    *("report", "request", "submit", "write", "wrote", "written"),
)
_MADE = frozenset(map(base, _VERBS))
"""Of what somebody did to it a thing is theirs: a question that they asked."""


def as_anybodys(given: Plainer) -> Plainer | None:
    """Read what is one's own, or someone else's, as anybody's."""
    for pattern, others in ((_THEIRS, False), (_OTHERS, True)):
        if said := pattern.search(given.text):
            noun = said["noun"]
            labels = [s.element.name for s in said_elements(noun, given.schema, "label")]
            article = "an" if noun[0].casefold() in "aeiou" else "a"
            text = f"{given.text[: said.start()]}{article} {noun}{given.text[said.end() :]}"
            return given.said(text, _owned(labels[0], others, given.schema)) if labels else None
    if said := _BY_OTHERS.search(given.text):
        text = f"{given.text[: said.start()]}someone{given.text[said.end() :]}"
        return given.said(text, lambda query: _by_another(query, given.schema))
    return None


def _by_another(query: Query, schema: GraphSchema) -> Query | None:
    """Return a query whose other thing of the root's label is not the root."""
    matched = {query.far(link) for link in query.required()}
    same = [v for v in matched if query.labels[v] == query.labels[0]]
    return told_apart(query, same[0], 0, schema) if len(same) == 1 else None


def _owned(label: str, others: bool, schema: GraphSchema) -> Widening:
    """Join a thing of a label with the root, whose it is, or with another one of the root's."""

    def widened(query: Query) -> Query | None:
        things = [v for v, own in enumerate(query.labels) if own == label and v]
        if len(things) != 1 or any(link.is_condition for link in query.links):
            return None
        used = {type for link in query.links for type in link.types}
        makes = [
            hop
            for hop in schema.hops.get(label, ())
            if hop.label == query.labels[0] and hop.type not in used and _is_of_a_maker(hop.type)
        ]
        if len(makes) != 1:
            return None
        joined = with_way(query, things[0], makes, schema, None if others else 0)
        return told_apart(joined, len(joined.labels) - 1, 0, schema) if others else joined

    return widened


def _is_of_a_maker(type: str) -> bool:
    return any(word.stem in _MADE for word in question_words(plain_words(type)))
