"""A question that goes on with the set of the one before: the earlier query and a new condition."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from steiner.algebra import Bound, Measure, Ordering, Owner, PropertyOf, Query, joined
from steiner.algebra.changing.renumbering import Numbers
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.query_reading import Reading
from steiner.query.readings import Readings
from steiner.question.set_references import Continued, continued

Read = Callable[[str], Readings | None]
_WITHOUT_NONE = 0.8
"""Probability of an average over those that have any, where the rows had those with none, too."""
_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)


def continuing(sentences: Sequence[str], read: Read, schema: GraphSchema) -> Readings | None:
    """Return the readings of the last sentence, each about the set of those before it.

    `read` reads one sentence. After "Which films did Ann direct?" "Only those after 1969" are the
    films that Ann directed, after 1969: the set is handed on as a query. None where a sentence is
    about no such set; a reading is as probable as both of its parts are.
    """
    first, *others = sentences
    earlier = _best(read(first))
    for sentence in others:
        counted = earlier and earlier.query.single and _HOW_MANY.search(first)
        if counted:
            earlier = _best(read(_HOW_MANY.sub("which", first)))
        earlier = earlier and _continued(sentence, earlier, read, schema)
        first = ""
    return Readings(earlier) if earlier else None


def _best(readings: Readings | None) -> Reading | None:
    return readings.best if readings else None


def _continued(sentence: str, earlier: Reading, read: Read, schema: GraphSchema) -> Reading | None:
    label = earlier.query.labels[0]
    asked = continued(sentence, label) if label else None
    if asked is None:
        return None
    if not asked.text:
        return _of_itself(asked, earlier, schema)
    readings = [_narrowed(asked, "", earlier, read, schema)]
    if asked.pronoun and (member := _member(label, schema)):
        of_one = continued(sentence, label, member) or asked
        readings.append(_narrowed(of_one, member, earlier, read, schema))
    return max(filter(None, readings), key=lambda own: own.confidence, default=None)


def _of_itself(asked: Continued, earlier: Reading, schema: GraphSchema) -> Reading | None:
    """Return the reading of what adds no words: the set, the others, a measure of its numbers."""
    query = _bare(earlier.query)
    if asked.others:
        query = _others(earlier.query, schema)
    if asked.measure:
        query = _measured(asked.measure, earlier.query)
    if query is None:
        return None
    # Who has none is left out of the number of each.
    apart = bool(earlier.query.beside) and asked.measure in ("avg", "min")
    sure = min(earlier.confidence, _WITHOUT_NONE) if apart else earlier.confidence
    return replace(earlier, query=query, confidence=sure, computes=True, asked="")


def _member(label: str, schema: GraphSchema) -> str:
    """Return what one node of a label is called; "" where none is known."""
    own = schema.labels.get(label, {}).get(schema.names.get(label, ""))
    return next(iter((*own.texts, *own.examples)), "") if own else ""


def _narrowed(
    asked: Continued, member: str, earlier: Reading, read: Read, schema: GraphSchema
) -> Reading | None:
    """Return the likeliest reading of a text that has the set's noun, or a `member` for it."""
    readings = read(asked.text)
    for own in (readings.best, *readings.others) if readings else ():
        alike = _standing_for(own.query, earlier.query.labels[0], member, schema)
        if alike and asked.pronoun and not own.computes:
            alike = _asked_first(*alike)
        query = alike and _about(*alike, earlier.query, schema)
        if query:
            sure = min(own.confidence, earlier.confidence)
            return replace(own, query=query, confidence=sure, computes=True)
    return None


def _standing_for(
    query: Query, label: str, member: str, schema: GraphSchema
) -> tuple[Query, int] | None:
    """Return the query without what it says of a member, and the variable that stands for the set.

    None where there is no such variable.
    """
    if not member:
        return next(((query, v) for v, own in enumerate(query.labels) if own == label), None)
    for bound in query.bounds:
        owner, name = bound.property.owner, bound.property.name
        of_label = not owner.is_link and query.labels[owner.number] == label
        if of_label and (bound.operator, bound.value, name) == ("=", member, schema.names[label]):
            others = tuple(b for b in query.bounds if b is not bound)
            return replace(query, bounds=others), owner.number
    return None


def _asked_first(query: Query, variable: int) -> tuple[Query, int] | None:
    """Return a query whose root is what is asked of the set: "What do they supply?" of suppliers.

    None where nothing else is asked, or more than one step away: which variable is not told.
    """
    if variable or query.shown:
        return query, variable
    if len(query.labels) != 2 or query != Query(query.labels, query.links, query.bounds):
        return None
    turned = Numbers({0: 1, 1: 0}, {k: k for k in range(len(query.links))})
    return Query(query.labels[::-1], turned.linked(query), turned.bounds(query)), 1


def _about(query: Query, variable: int, earlier: Query, schema: GraphSchema) -> Query | None:
    """Return a query a variable of which is of the earlier set; None where that cannot be said."""
    bare = _bare(earlier)
    if bare and variable == 0:
        return replace(query, either=(replace(bare, either=query.either or bare.either),))
    if bare and not bare.either and not _types(bare) & _types(query):
        return _attached(query, variable, bare)
    names = _names(earlier, schema)
    return names and replace(
        query, bounds=(*query.bounds, _is_of(names, Owner(variable), negated=False))
    )


def _types(query: Query) -> set[str]:
    return {type for link in query.links for type in link.types}


def _attached(query: Query, variable: int, earlier: Query) -> Query:
    """Return a query one variable of which has the links and conditions of the earlier root."""
    numbers = _numbered_behind(query, earlier, variable)
    return replace(
        query,
        labels=(*query.labels, *earlier.labels[1:]),
        links=(*query.links, *numbers.linked(earlier)),
        bounds=(*query.bounds, *numbers.bounds(earlier)),
    )


def _numbered_behind(query: Query, part: Query, variable: int) -> Numbers:
    """Number the variables and links of a part behind those of a query, its root as `variable`."""
    count, first = len(query.labels) - 1, len(query.links)
    variables = {i: i + count if i else variable for i in range(len(part.labels))}
    return Numbers(variables, {i: i + first for i in range(len(part.links))})


def _bare(query: Query) -> Query | None:
    """Return the set of a query as links and conditions alone; None where more than that makes it.

    What is measured, ordered or shown makes no set; a limit and a measure's `having` do.
    """
    having = query.measure is not None and bool(query.measure.having)
    bare = Query(query.labels, query.links, query.bounds, either=query.either)
    plain = replace(query, measure=None, single=False, across="", order=None, ties=False)
    return bare if not having and replace(plain, shown=(), listed=()) == bare else None


def _names(query: Query, schema: GraphSchema) -> Query | None:
    """Return the query of what the roots are called; None where their label has no name."""
    own = _name_of(query, schema)
    if own is None or query.group or query.beside or query.grouping or query.path is not None:
        return None
    if query.measure:
        return replace(query, group=own, shown=(), listed=())
    by = query.order.by if query.order else None
    if by is None:
        return replace(query, group=own, shown=(), listed=(), order=None)
    # Of several of one name the best counts.
    measure = Measure("max" if query.order and query.order.descending else "min", by)
    order = Ordering(None, query.order.descending) if query.order else None
    return replace(query, group=own, measure=measure, order=order, shown=(), listed=())


def _name_of(query: Query, schema: GraphSchema) -> PropertyOf | None:
    label = query.labels[0]
    name = schema.names.get(label)
    own = schema.labels.get(label, {}).get(name or "")
    return PropertyOf(Owner(0), own.name, own.kind) if own else None


def _is_of(names: Query, owner: Owner, negated: bool) -> Bound:
    assert names.group is not None
    return Bound(names.group._replace(owner=owner), "in", names, negated)


def _others(query: Query, schema: GraphSchema) -> Query | None:
    """Return the query of all of the root's label that are not of the set."""
    names = _names(query, schema)
    label = query.labels[:1]
    return names and Query(label, bounds=(_is_of(names, Owner(0), negated=True),))


def _measured(kind: str, query: Query) -> Query | None:
    """Return the measure over the numbers of a set: over those of each root, or what is shown."""
    query = _counted_beside(query)
    if query.measure and not query.group and not query.single:
        plain = replace(query, order=None, limit=None, ties=False, skip=0, shown=(), listed=())
        return replace(plain, single=True, across=kind)
    numbers = [own for own in query.shown if own.kind.startswith("number")]
    bare = _bare(query)
    if bare is None or len(numbers) != 1:
        return None
    return replace(bare, measure=Measure(kind, numbers[0]), single=True)


def _counted_beside(query: Query) -> Query:
    """Return a query whose one measure beside the rows is its own; any other as it is."""
    if len(query.beside) != 1:
        return query
    (branch,) = query.beside
    numbers = _numbered_behind(query, branch, 0)
    whole = joined(replace(query, beside=()), branch)
    return replace(whole, measure=numbers.measure(branch), shown=(), listed=())
