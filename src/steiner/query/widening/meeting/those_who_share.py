""" "Who shares a phone with Ann": the phone of Ann, then the others who have it."""

from __future__ import annotations

import re
from dataclasses import replace

from steiner.algebra import Measure, Owner, Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.widening.meeting.two_ways import ordered, told_apart
from steiner.query.widening.plainer import Plainer, said_elements

_WHO = (
    r"^\W*(?P<many>how\s+many\s+)?(?:(?:please|list|show|name|find|give\s+me|which|what|all|the)\s+)*"
    r"(?P<who>[\w-]+(?:\s[\w-]+)??)\s+(?:(?:who|that|else|also|have|has|had|do)\s+)*"
)
_A = r"(?:(?:an?|the|their|its|his|her|some|any)\s+)?(?:same\s+)?"
_THING = r"(?P<thing>[\w-]+(?:\s[\w-]+)??)"
_WITH = r"\s+with\s+(?P<name>(?!each\b|one\b|others?\b|another\b|at\b|their\b|wh)[^,?;]+?)\W*$"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_WHO}shar(?:es?|ed|ing)\s+{_A}{_THING}{_WITH}",
        rf"{_WHO}work(?:s|ed|ing)?\s+(?:together\s+)?(?:on|in)\s+{_A}{_THING}"
        rf"(?:\s+(?:together|jointly))?{_WITH}",
        r"^\W*(?P<many>)with\s+(?:whom|wh(?:ich|at)\s+(?P<who>[\w-]+(?:\s[\w-]+)??))\s+"
        rf"(?:did|does|do|has|have)\s+(?P<name>[^,?;]+?)\s+shared?\s+{_A}{_THING}\W*$",
    )
)
_CO = re.compile(
    r"\bco-?(?:authors?|stars?|founders?|directors?|producers?|owners?|workers?|editors?|writers?)\s+of\b",
    re.IGNORECASE,
)


def as_what_is_shared(given: Plainer) -> Plainer | None:
    """Read those who share a thing with somebody as that thing of theirs."""
    said = next((said for pattern in _PATTERNS if (said := pattern.search(given.text))), None)
    if said:
        return _of_somebody(given, said)
    if _CO.search(given.text):
        return given.said(given.text, lambda query: _co(query, given.schema))
    return None


def _of_somebody(given: Plainer, said: re.Match[str]) -> Plainer | None:
    schema, thing, name, many = given.schema, said["thing"], said["name"], bool(said["many"])
    labels = {own.element.name for own in said_elements(said["who"] or "", schema, "label")}
    linked = any(said_elements(thing, schema, "label"))
    if not linked and any(said_elements(thing, schema, "property")):
        who = f"which {said['who']} have" if labels else "who has"
        return None if many else given.said(f"{who} the same {thing} as {name}")
    return given.said(f"the {thing} of {name}", lambda query: _others(query, labels, many, schema))


def _co(query: Query, schema: GraphSchema) -> Query | None:
    """Return the query of who made the same things, where it was read as what somebody made."""
    plain = query.measure is None and len(query.labels) == 2
    return _others(query, set(), False, schema) if plain else None


def _others(query: Query, labels: set[str], many: bool, schema: GraphSchema) -> Query | None:
    """Return the query of others that are linked to the root as what has a name is.

    Of `labels`, where some are said; how `many` they are, or which.
    """
    owner = _named(query)
    label = query.labels[owner.number] if owner else ""
    if not owner or label == query.labels[0] or (labels and label not in labels):
        return None
    way = query.way(owner)
    wide, root = _mirrored(query, way)
    order = [*range(len(wide.links) - 1, len(query.links) - 1, -1), *way]
    made = told_apart(ordered(wide, order, root), 0, 2 * len(way), schema)
    counted = Measure("count", Owner(0)) if many else None
    return made and replace(made, measure=counted, single=many)


def _named(query: Query) -> Owner | None:
    """Return the one thing beside the root that a plain query names."""
    named = {b.property.owner for b in query.bounds if b.operator == "=" and not b.negated}
    other = (query.measure, query.group, query.order, query.grouping, query.either, query.beside)
    owner = next(iter(named)) if len(named) == 1 else Owner(0)
    links = any(link.is_condition for link in query.links) or [*query.closing()]
    return None if any(other) or links or owner.is_link or not owner.number else owner


def _mirrored(query: Query, way: list[int]) -> tuple[Query, int]:
    """Return a query with a second way like one from the root, and the variable at its end."""
    labels, links, place = [*query.labels], [*query.links], {0: 0}
    for number in way:
        link = query.links[number]
        far = query.far(number)
        place[far] = len(labels)
        labels.append(query.labels[far])
        links.append(replace(link, source=place[link.source], target=place[link.target]))
    wide = replace(query, labels=tuple(labels), links=tuple(links), shown=(), listed=())
    return wide, len(labels) - 1
