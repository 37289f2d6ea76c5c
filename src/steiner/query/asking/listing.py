"""Questions for all of one kind and nothing else: "what departments are there?"."""

from __future__ import annotations

import re

from steiner.algebra import Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.english.courtesies import without_courtesies
from steiner.query.english.irregular_forms import singulars
from steiner.query.query_reading import Reading
from steiner.query.readings import Readings
from steiner.query.too_long import too_long
from steiner.query.widening.plainer import said_elements
from steiner.text import plain_words

_ALL = r"(?:(?:all|every|each|any|of|the|our|your|existing|known|different)\s+)*"
_LISTS = re.compile(
    r"\W*(?:please\s+)?(?:(?:can|could|would)\s+you\s+(?:please\s+)?)?(?:"
    r"(?:list|show|give|display|get|fetch|return|name|enumerate|print|find)(?:\s+(?:me|us))?"
    r"(?:\s+(?:a|the)\s+(?:full\s+|complete\s+)?list\s+of)?|(?:what|which|who)\s+are)?\s*"
    rf"{_ALL}(?P<what>\w+(?:\s+\w+){{0,3}}?)(?:\s+(?:in\s+the\s+graph|we\s+have|there\s+are))?\W*",
    re.IGNORECASE,
)
_THERE = re.compile(
    rf"\W*(?:what|which)\s+{_ALL}(?P<what>\w+(?:\s+\w+){{0,3}}?)\s+"
    r"(?:are\s+there|do\s+(?:we|you)\s+(?:have|make|sell|offer|own|run|know(?:\s+of)?)|exist|are\s+(?:known|available|in\s+the\s+graph))\W*",
    re.IGNORECASE,
)
_SURE = 0.97
"""How probable it is that the nodes of the label are meant: nothing but its name is said."""


def listed(question: str, schema: GraphSchema) -> Readings | None:
    """Return the reading of a question that asks for all nodes of one label, None for any other.

    None where a property is called so, too: "categories" may be the products'.
    """
    if too_long(question):
        return None
    text = without_courtesies(question)
    asked = _THERE.fullmatch(text) or _LISTS.fullmatch(text)
    if asked is None:
        return None
    said = said_elements(asked["what"], schema, "label")
    labels = [own.element.name for own in said if own.end - own.start == len(asked["what"])]
    words = asked["what"].casefold()
    forms = {words, *singulars(words)}
    owners = (*schema.labels.values(), *schema.types.values())
    if len(labels) != 1 or any(plain_words(p).casefold() in forms for own in owners for p in own):
        return None
    return Readings(Reading(Query((labels[0],)), (), _SURE, False))
