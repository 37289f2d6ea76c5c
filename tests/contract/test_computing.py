"""The same rows of a query from every store: chosen queries, and drawn ones on a drawn graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from datetime import date
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from conftest import EVERY, LINES
from devserver import DevServer
from neo4j.spatial import CartesianPoint, WGS84Point
from three_stores import Stores, three_stores

from steiner.algebra import (
    ARITHMETIC,
    DAY_PARTS,
    DURATIONS,
    Against,
    Between,
    Bound,
    FirstOfEach,
    Grouping,
    Measure,
    OfGroup,
    Operand,
    Ordering,
    Overall,
    Owner,
    PropertyOf,
    Query,
    QueryLink,
)
from steiner.errors import InvalidInput
from steiner.evidence import Table
from steiner.filters import EVERYTHING, Condition, Filter
from steiner.graph import Node

pytestmark = pytest.mark.alike

LABELS, TYPES = ("Ship", "Port", "Cap`tain"), ("VISITED", "LED", "OWNS")
KINDS = {
    "name": "text",
    "price": "number",
    "code": "number as text",
    "built": "date as text",
    "landed": "date as text",
    "sold": "date",
    "retired": "yes or no",
    "tags": "list",
}
VALUES: dict[str, tuple[Any, ...]] = {
    "name": ("Ann", "ann", 'Bo\'s "boat"', "Öre", "Anna"),
    "price": (5, 9.5, 100, 9, -3, 0),
    "code": ("9", "100", "12.5", "-3"),
    "built": ("1996-07-04 00:00:00", "1996-12-31", "2001-07-01"),
    "sold": (date(1996, 7, 4), date(2001, 1, 1)),
    "retired": (True, False),
    "tags": (["red"], ["red", "blue"], []),
}
LANDED = ("4/07/1996", "31/12/1996 08:30", "1/7/2001", "unknown")
SIGNS = {
    "text": ("=", "<>", "contains", "starts", "ends", "in", "<"),
    "number": ("=", "<>", "<", "<=", ">", ">=", "divisible", "in"),
    "number as text": ("=", "<", ">=", "<>"),
    "date as text": ("=", "<", ">=", "year=", "year<", "month"),
    "date": ("=", ">", "<=", "year=", "year>=", "month"),
    "yes or no": ("=", "<>"),
    "list": ("contains", ">", "="),
}
WANTED: dict[str, tuple[Any, ...]] = {
    "text": ("Ann", "nn", "A", "a", 'Bo\'s "boat"'),
    "number": (9, 5.0, 100, -3),
    "number as text": (9, 12.5, 100),
    "date as text": ("1996-07-04", "2001-01-01"),
    "date": ("1996-07-04", "2001-01-01"),
    "yes or no": (True, False),
    "list": (1, 0),
}
HIDDEN = Filter(
    labels=("Ship", "Port"),
    nodes=(Condition("price", "<", 50),),
    relationships=(Condition("days", ">", 2),),
)


ODD_DAYS = ("1996-02-30", "2001-13-01", "1999-02-29", "2001-00-07", "unknown", "")
"""Texts among days that are none."""


SITES: tuple[dict[str, Any], ...] = (
    {"name": "Oslo", "at": WGS84Point((10.75, 59.91)), "by": WGS84Point((10.7, 59.9))},
    {"name": "Rome", "at": WGS84Point((12.5, 41.9)), "by": CartesianPoint((3.0, 4.0))},
    {"name": "Peak", "at": WGS84Point((12.4, 41.8, 2400.0)), "by": WGS84Point((0.0, 0.0, 10.0))},
    {"name": "Fiji", "at": WGS84Point((178.4, -18.1)), "by": WGS84Point((-178.4, -18.1))},
    {"name": "Grid", "at": CartesianPoint((0.0, 0.0)), "by": CartesianPoint((3.0, 4.0))},
    {"name": "Grid", "at": "unknown"},
)
"""Points on earth, with a height, over the date line, in a plane; of two kinds, and none."""


def drawn_graph(seed: int, nodes: int = 40, relationships: int = 90) -> dict[str, Any]:
    """A graph whose properties are missing, kept as text, lists, dates; parallel links, loops."""
    # What was added later is drawn apart, so that all else is as it was.
    rng, later = np.random.default_rng(seed), np.random.default_rng((seed, 1))

    def properties() -> dict[str, Any]:
        own: dict[str, Any] = {
            k: v[rng.integers(len(v))] for k, v in VALUES.items() if rng.random() < 0.8
        }
        own |= {"days": int(rng.integers(5))} if rng.random() < 0.8 else {}
        return own | ({"landed": LANDED[later.integers(4)]} if later.random() < 0.8 else {})

    def labels() -> list[str]:
        return [LABELS[i] for i in {int(rng.integers(3)), int(rng.integers(3))}]

    def relationship() -> dict[str, Any]:
        source, target = (int(rng.integers(nodes)) for _ in range(2))
        own = {"days": int(rng.integers(5))} if rng.random() < 0.8 else {}
        type = TYPES[rng.integers(3)]
        return {"source": source, "target": target, "type": type, "properties": own}

    odd = [{"labels": ["Odd"], "properties": {"odd": text}} for text in ODD_DAYS]
    odd += [{"labels": ["Site"], "properties": own} for own in SITES]
    return {
        "nodes": [*({"labels": labels(), "properties": properties()} for _ in range(nodes)), *odd],
        "relationships": [relationship() for _ in range(relationships)],
    }


class Drawing:
    """Draws queries in which every part of the algebra occurs."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def query(self) -> Query:
        """Return a query: a tree of up to three links, conditions, a measure or an order."""
        labels, links = [self._one((*LABELS, ""))], []
        for far in range(1, 1 + int(self.rng.integers(4))):
            near = int(self.rng.integers(far))
            ends = (near, far) if self.rng.random() < 0.5 else (far, near)
            types = tuple(sorted({self._one(TYPES), self._one(TYPES)}))
            negated = self.rng.random() < 0.2
            counted = not negated and self.rng.random() < 0.15
            count = ((self._one((">=", "<", "=")), float(self.rng.integers(3))),) if counted else ()
            mutual = self.rng.random() < 0.15
            links.append(QueryLink(types, *ends, negated, count, mutual))
            labels.append(self._one((*LABELS, "")))
        if links and self.rng.random() < 0.15:
            links.append(replace(links[0], types=(self._one(TYPES),), negated=False, count=()))
        query = Query(tuple(labels), tuple(links))
        bounds = tuple(self._bound(query) for _ in range(int(self.rng.integers(3))))
        return self._asked(replace(query, bounds=bounds))

    def share(self) -> Query:
        """Return a query of which part of the roots meets one more condition."""
        drawn = self.query()
        bare = Query(drawn.labels, drawn.links, drawn.bounds)
        part = (self._bound(Query(drawn.labels[:1])),)
        kind = self._one(("share", "percentage"))
        return replace(bare, measure=Measure(kind, Owner(0), (), part), single=True)

    def overall(self) -> Query:
        """Return a query that compares a number with the average of all that there are."""
        label, sign = self._one(LABELS), self._one((">", "<=", "<"))
        links = (QueryLink((self._one(TYPES),), 0, 1),) if self.rng.random() < 0.6 else ()
        node = PropertyOf(Owner(0), *self._one((("price", "number"), ("code", KINDS["code"]))))
        own = PropertyOf(Owner(0, True), "days", "number") if links else node
        labels = (label, self._one((*LABELS, "")))[: 1 + len(links)]
        return Query(labels, links, (Bound(own, sign, Overall("avg"), self.rng.random() < 0.2),))

    def union(self) -> Query:
        """Return a query of whose root one of several branches holds, now and then a nested one."""
        query = self._small(1)
        branches = [self._branch(query.labels[0]) for _ in range(2)]
        if self.rng.random() < 0.2:
            branches[0] = replace(branches[0], either=(self._branch(query.labels[0]),) * 2)
        return replace(query, either=tuple(branches))

    def beside(self) -> Query:
        """Return a query of things with a measure or two beside each of them."""
        drawn = self._small(1)
        while drawn.measure or drawn.group:
            drawn = self._small(1)
        order = Ordering(None, self.rng.random() < 0.5) if self.rng.random() < 0.4 else drawn.order
        measures = tuple(self._measured(drawn.labels[0]) for _ in range(self._one((1, 1, 2))))
        return replace(drawn, order=order, beside=measures)

    def computed(self) -> Query:
        """Return a query of numbers that are computed: measured, compared, ordered by, grouped."""
        label, own = self._one(LABELS), self._computed()
        kind = self._one(("median", "stdev", "percentile", "avg", "max"))
        measure = Measure(kind, own, percent=90.0 * (kind == "percentile"))
        links = (QueryLink((self._one(TYPES),), 0, 1),) if self.rng.random() < 0.5 else ()
        bounds = (
            Bound(self._computed(), self._one((">", "<=", "=")), 3.0, self.rng.random() < 0.3),
        )
        query = Query((label, "")[: 1 + len(links)], links, bounds)
        asked = self._one(("single", "group", "order", "each", "across"))
        if asked == "single":
            return replace(query, bounds=(), measure=measure, single=True)
        if asked == "group":
            part = PropertyOf(Owner(0), self._one(("built", "sold")), self._one(DAY_PARTS))
            return replace(query, bounds=(), group=part, measure=measure)
        if asked == "order":
            return replace(query, order=Ordering(own, True), limit=3, shown=(own,))
        if asked == "each":
            return replace(query, measure=measure, order=Ordering(None, True))
        over = Measure("count", Owner(len(links)))
        return replace(query, measure=over, single=True, across=self._one(("median", "stdev")))

    def _computed(self) -> PropertyOf:
        day = PropertyOf(Owner(0), self._one(("built", "sold")), self._one(DAY_PARTS))
        number = PropertyOf(Owner(0), self._one(("price", "code")), "number")
        operator, unit = self._one(ARITHMETIC), self._one(DURATIONS)
        drawn: PropertyOf = self._one(
            (
                day,
                number._replace(operand=Operand(operator, self._one(("price", "code", "days")))),
                number._replace(operand=Operand(operator, value=2.0)),
                day._replace(kind="number", operand=Operand(unit, "sold")),
                day._replace(kind="number", operand=Operand(unit, value="2024-02-29")),
                PropertyOf(Owner(0), "name", "length"),
            )
        )
        return drawn

    def first_of_each(self) -> Query:
        """Return a query of the best few of each of what they are linked to, or of a value."""
        link = QueryLink((self._one(TYPES),), *self._one(((0, 1), (1, 0))))
        labels, down = (self._one(LABELS), self._one((*LABELS, ""))), self.rng.random() < 0.5
        of = self._one((Owner(1), self._group(), PropertyOf(Owner(1), "built", "year")))
        each = FirstOfEach(of, self._one((1, 1, 2)))
        limit = self._one((None, None, 4))
        query = Query(labels, (link,), order=Ordering(None, down), limit=limit, each=each)
        kind = self._one(("order", "order", "count", "sum", "group"))
        if kind == "order":
            by = self._one((PropertyOf(Owner(0), "price", "number"), self._computed()))
            return replace(query, order=Ordering(by, down))
        price = PropertyOf(Owner(0), "price", "number")
        measure = Measure("sum", price) if kind == "sum" else Measure("count", Owner(1))
        group = PropertyOf(Owner(0), "name") if kind == "group" else None
        return replace(query, measure=measure, group=group)

    def grouped(self) -> Query:
        """Return a table by up to two keys with up to two measures, now and then of pairs."""
        drawn = self._small(2)
        query = Query(drawn.labels, drawn.links, drawn.bounds)
        reached = [v for v in range(len(query.labels)) if self._is_matched(query, v)]
        links = [i for i in query.tree() if not query.is_condition(i)]
        pairs = len(reached) > 1 and self.rng.random() < 0.5
        by = [Owner(reached[0]), Owner(reached[-1])] if pairs else [self._key(reached)]
        by += [self._key(reached)] if self.rng.random() < 0.5 else []
        measures = [self._measure(reached, links) for _ in range(self._one((0, 1, 2)))]
        tags = PropertyOf(Owner(reached[-1]), self._one(("name", "price")))
        measures += [Measure("collect", tags)] if self.rng.random() < 0.3 else []
        order = Ordering(None, self.rng.random() < 0.5)
        grouping = Grouping(tuple(by), tuple(measures), pairs)
        limit = self._one((None, 3))
        return replace(query, grouping=grouping, order=order if measures else None, limit=limit)

    def _key(self, reached: list[int]) -> Owner | PropertyOf:
        owner = Owner(self._one(reached))
        own = self._one(("node", "name", "tags", "built"))
        kinds = {"name": "text", "tags": "item", "built": "year"}
        return PropertyOf(owner, own, kinds[own]) if own in kinds else owner

    def between(self) -> Query:
        """Return a query with a number of two measures beside each of some things."""
        drawn = self.beside()
        while len(drawn.beside) < 2:
            drawn = self.beside()
        having = ((">", 0.5),) if self.rng.random() < 0.3 else ()
        return replace(drawn, between=Between(self._one(ARITHMETIC), having))

    def against(self) -> Query:
        """Return a query of one number that is computed with another."""
        measure = Measure(self._one(("avg", "sum", "median")), self._computed())
        label, other = self._one(LABELS), self._one(LABELS)
        second = Query((other,), measure=measure, single=True)
        against = Against(self._one(ARITHMETIC), second)
        return Query((label,), measure=measure, single=True, against=against)

    def _small(self, most: int) -> Query:
        """Return a query of few links: for one of many conditions a server plans for seconds."""
        drawn = self.query()
        while len(drawn.links) > most:
            drawn = self.query()
        return drawn

    def _measured(self, root: str) -> Query:
        branch = self._branch(root)
        reached = [v for v in range(len(branch.labels)) if self._is_matched(branch, v)]
        links = [i for i in branch.tree() if not branch.is_condition(i)]
        return replace(branch, measure=self._measure(reached, links))

    def _branch(self, root: str) -> Query:
        drawn = self._small(2)
        root = root if self.rng.random() < 0.7 else drawn.labels[0]
        return Query((root, *drawn.labels[1:]), drawn.links, drawn.bounds)

    def _asked(self, query: Query) -> Query:
        reached = [v for v in range(len(query.labels)) if self._is_matched(query, v)]
        links = [i for i in query.tree() if not query.is_condition(i)]
        limit = int(self.rng.integers(1, 6)) if self.rng.random() < 0.4 else None
        down = self.rng.random() < 0.5
        kind = self._one(("list", "list", "order", "group", "single", "measure", "measure"))
        query = replace(query, limit=limit, ties=limit is not None and self.rng.random() < 0.3)
        if kind == "order":
            by = self._property(Owner(self._one(reached)))
            listed = [self._property(Owner(v)) for v in reached[1:2]]
            skip = int(self.rng.integers(3)) if limit else 0
            return replace(query, order=Ordering(by, down), listed=tuple(listed), skip=skip)
        if kind == "group":
            return replace(query, group=self._group())
        if kind == "list":
            shown = [self._property(Owner(self._one(reached)))]
            shown += [PropertyOf(Owner(i, True), "days", "number") for i in links[:1]]
            return replace(query, shown=tuple(shown))
        measure = self._measure(reached, links)
        if kind == "single":
            across = self._one(("", "", "avg", "sum", "max")) if measure.kind == "count" else ""
            return replace(query, measure=measure, single=True, limit=None, across=across)
        group = self._group() if self.rng.random() < 0.4 else None
        order = Ordering(None, down) if self.rng.random() < 0.7 else None
        return replace(query, measure=measure, group=group, order=order)

    def _measure(self, reached: list[int], links: list[int]) -> Measure:
        owners = [*map(Owner, reached), *(Owner(i, True) for i in links)]
        having = ((">", 1.0),) if self.rng.random() < 0.3 else ()
        if self.rng.random() < 0.5:
            return Measure("count", self._one(owners), having)
        name = self._one(("price", "code"))
        over = PropertyOf(Owner(self._one(reached)), name, KINDS[name])
        return Measure(self._one(("sum", "avg", "min", "max", "count")), over, having)

    def _bound(self, query: Query) -> Bound:
        links = list(range(len(query.links)))
        if links and self.rng.random() < 0.3:
            own = PropertyOf(Owner(self._one(links), True), "days", "number")
        else:
            own = self._property(Owner(self._one(range(len(query.labels)))))
        if self.rng.random() < 0.15:
            return Bound(own, self._one(("present", "missing")))
        negated = self.rng.random() < 0.25
        if self.rng.random() < 0.1 and own.kind == "number":
            return Bound(own, "<=", replace_name(own), negated)
        sign, wanted = self._one(SIGNS[own.kind]), self._one(WANTED[own.kind])
        wanted = {"month": 7}.get(sign, 1996 if sign.startswith("year") else wanted)
        wanted = "red" if sign == "contains" and own.kind == "list" else wanted
        return Bound(own, sign, [wanted, "Bo"] if sign == "in" else wanted, negated)

    def _property(self, owner: Owner) -> PropertyOf:
        name = self._one(tuple(KINDS))
        return PropertyOf(owner, name, KINDS[name])

    def _group(self) -> PropertyOf:
        own = self._property(Owner(0))
        year = "date" in own.kind and self.rng.random() < 0.5
        return own._replace(kind="year") if year else own

    def _is_matched(self, query: Query, variable: int) -> bool:
        return not any(query.links[k].is_condition for k in query.way(Owner(variable)))

    def _one(self, among: Any) -> Any:
        return among[int(self.rng.integers(len(among)))]


def replace_name(own: PropertyOf) -> PropertyOf:
    return own._replace(name="days")


def cells(table: Table, query: Query) -> list[list[Any]]:
    """Return rows as ids and rounded numbers; of examples beside a root only the root."""
    by = query.order.by if query.order else None
    example = (
        query.limit is not None
        and not query.measure
        and not query.group
        and not (by and by.owner != Owner(0))
        and bool(query.links)
    )
    rows = [[_cell(v) for v in row] for row in table.rows]
    return [row[:1] for row in rows] if example else rows


def _cell(value: Any) -> Any:
    if isinstance(value, Node):
        return ("node", value.id)
    return round(value, 6) if isinstance(value, float) else value


def same_rows(
    stores: Stores, query: Query, where: Filter = EVERYTHING, kinds: Sequence[str] = ("cypher",)
) -> None:
    """Assert that stores of these kinds give the table that the store in memory gives."""
    wanted = stores.memory.filtered(where).run(query)
    for kind in kinds:
        store: Any = stores.of(kind)
        got = store.filtered(where).run(query)
        assert cells(got, query) == cells(wanted, query), (got.cypher, got.parameters)
        assert (got.columns, got.total, got.emptied_by) == (
            wanted.columns,
            wanted.total,
            wanted.emptied_by,
        ), (got.cypher, got.parameters)
        assert len(got.tied) == len(wanted.tied)
        assert got.reading == wanted.reading
        assert bool(got.proof.nodes) == bool(wanted.proof.nodes)


def parts(query: Query) -> set[str]:
    """Return which parts of the algebra occur in a query, its branches and measures beside."""
    told = {field.name for field in fields(query) if getattr(query, field.name)}
    told.add(f"{len(query.links)} links")
    for link in query.links:
        told |= {f"link {n}" for n in ("negated", "count", "mutual") if getattr(link, n)}
    for bound in query.bounds:
        told |= {bound.operator, "denied" if bound.negated else "asked"}
    if query.measure:
        told |= {query.measure.kind, "having" if query.measure.having else "all"}
    return told.union(*map(parts, (*query.either, *query.beside)))


def telling(queries: Sequence[Query]) -> list[Query]:
    """Return a few of the queries in which every part occurs that occurs in any of them."""
    seen: set[str] = set()
    chosen: list[Query] = []
    while not parts(most := max(queries, key=lambda query: len(parts(query) - seen))) <= seen:
        chosen.append(most)
        seen |= parts(most)
    return chosen


Drawn = Callable[[Callable[[], Query], int], Sequence[Query]]


@pytest.fixture(scope="module")
def drawn(server: DevServer) -> Drawn:
    """Draw so many queries, and ask all where STEINER_EVERY is set: each is planned for seconds.

    Otherwise those are asked that have every part among them, and on the older line a third.
    """

    def queries(draw: Callable[[], Query], many: int) -> Sequence[Query]:
        if EVERY:
            return [draw() for _ in range(many)]
        if server.line == LINES[-1]:
            return telling([draw() for _ in range(many)])
        return [draw() for _ in range(many // 3)]

    return queries


@pytest.fixture(scope="module")
def stores(server: DevServer) -> Iterator[Stores]:
    with three_stores(server, drawn_graph(3)) as opened:
        opened.cypher.record()
        opened.plugin.record()
        yield opened


@pytest.mark.both_lines
@pytest.mark.parametrize("seed", range(6 if EVERY else 2))
def test_drawn_queries_give_the_same_rows(stores: Stores, drawn: Drawn, seed: int) -> None:
    drawing = Drawing(seed)
    # The plugin has no part in computing: that it does not stand in the way is seen by a few.
    kinds = ("cypher", "plugin") if seed == 0 else ("cypher",)
    for query in drawn(drawing.query, 15):
        same_rows(stores, query, kinds=kinds)


def test_shares_are_the_same_everywhere(stores: Stores, drawn: Drawn) -> None:
    for query in drawn(Drawing(7).share, 15):
        same_rows(stores, query)


@pytest.mark.parametrize("where", [EVERYTHING, HIDDEN], ids=["all", "filtered"])
def test_unions_are_the_same_everywhere(stores: Stores, drawn: Drawn, where: Filter) -> None:
    for query in drawn(Drawing(21).union, 10):
        same_rows(stores, query, where)


@pytest.mark.parametrize("where", [EVERYTHING, HIDDEN], ids=["all", "filtered"])
def test_links_of_several_steps_are_the_same_everywhere(
    stores: Stores, drawn: Drawn, where: Filter
) -> None:
    queries = drawn(Drawing(23).query, 60 if EVERY else 8)
    for query in (query for query in queries if query.links):
        with suppress(InvalidInput):  # Something is asked of the link itself.
            links = (replace(query.links[0], steps=3), *query.links[1:])
            same_rows(stores, replace(query, links=links), where)


def test_a_union_of_what_is_linked_to_names_is_the_same_everywhere(stores: Stores) -> None:
    def linked(type: str, name: str) -> Query:
        links = (QueryLink((type,), 0, 1, mutual=True),)
        return Query(
            (LABELS[0], LABELS[1]), links, (Bound(PropertyOf(Owner(1), "name"), "=", name),)
        )

    query = Query(LABELS[:1], either=(linked("VISITED", "Ann"), linked("LED", "Öre")))
    assert stores.memory.run(query).rows
    same_rows(stores, query, kinds=("cypher", "plugin"))
    same_rows(stores, replace(query, measure=Measure("count", Owner(0)), single=True))


@pytest.mark.parametrize("where", [EVERYTHING, HIDDEN], ids=["all", "filtered"])
def test_measures_beside_things_are_the_same_everywhere(
    stores: Stores, drawn: Drawn, where: Filter
) -> None:
    for query in drawn(Drawing(22).beside, 10):
        same_rows(stores, query, where)


@pytest.mark.parametrize("seed", range(4 if EVERY else 1))
def test_what_is_computed_of_properties_is_the_same_everywhere(
    stores: Stores, drawn: Drawn, seed: int
) -> None:
    for query in drawn(Drawing(31 + seed).computed, 12):
        same_rows(stores, query)


@pytest.mark.parametrize("where", [EVERYTHING, HIDDEN], ids=["all", "filtered"])
def test_the_first_of_each_are_the_same_everywhere(stores: Stores, where: Filter) -> None:
    drawing = Drawing(41)
    for _ in range(6):
        same_rows(stores, drawing.first_of_each(), where)


@pytest.mark.parametrize("where", [EVERYTHING, HIDDEN], ids=["all", "filtered"])
def test_tables_by_several_keys_and_pairs_are_the_same_everywhere(
    stores: Stores, where: Filter
) -> None:
    drawing = Drawing(71)
    for number in range(30 if EVERY else 8):
        same_rows(stores, drawing.grouped(), where, ("cypher", "plugin")[: 1 + (number < 2)])


def test_who_was_together_most_often_is_the_same_everywhere(stores: Stores) -> None:
    visits = (QueryLink(("VISITED",), 0, 1), QueryLink(("VISITED",), 2, 1))
    grouping = Grouping((Owner(0), Owner(2)), (Measure("count", Owner(1)),), pairs=True)
    query = Query(("", "", ""), visits, grouping=grouping, order=Ordering(None, True), limit=3)
    pairs = [{first.id, second.id} for first, second, _ in stores.memory.run(query).rows]
    assert all(len(pair) == 2 for pair in pairs)
    assert len({*map(frozenset, pairs)}) == 3
    same_rows(stores, query, kinds=("cypher", "plugin"))
    same_rows(stores, query, HIDDEN)


@pytest.mark.parametrize("where", [EVERYTHING, HIDDEN], ids=["all", "filtered"])
@pytest.mark.parametrize("types", [(), ("VISITED", "LED")], ids=["any type", "two types"])
def test_shortest_paths_are_as_short_everywhere(
    stores: Stores, types: tuple[str, ...], where: Filter
) -> None:
    for ends, mutual, limit in (((0, 1), True, None), ((0, 1), False, None), ((1, 0), False, 4)):
        link = QueryLink(types, *ends, mutual=mutual, steps=4)
        named = [Bound(PropertyOf(Owner(i), "name"), "=", ("Ann", "Öre")[i]) for i in range(2)]
        query = Query(("", "Ship"), (link,), tuple(named), path=0, limit=limit)
        wanted = stores.memory.filtered(where).run(query)
        for kind in ("cypher", "plugin"):
            store: Any = stores.of(kind)
            got = store.filtered(where).run(query)
            assert [(a.id, b.id, n) for a, b, _, n in got.rows] == [
                (a.id, b.id, n) for a, b, _, n in wanted.rows
            ], got.cypher
            assert (got.total, len(got.tied)) == (wanted.total, len(wanted.tied))
            assert all(_is_way(row, got, link) for row in got.rows[:25]), got.cypher
        assert all(_is_way(row, wanted, link) for row in wanted.rows[:25])
    assert where != EVERYTHING or wanted.rows


def _is_way(row: Sequence[Any], table: Table, link: QueryLink) -> bool:
    """Say whether the proof has each step of a row's way, from its root on."""
    first, last, between, steps = row
    ids = [node.id for node in (first, *between, last)]
    proved = {(r.source, r.target) for r in table.proof.relationships}
    if link.mutual or link.source == 1:
        proved |= {(target, source) for source, target in proved}
    return len(ids) == steps + 1 and proved.issuperset(pairwise(ids))


def test_rows_without_proof_are_the_same_rows(stores: Stores) -> None:
    query = Query(("Ship", "Port"), (QueryLink(("VISITED",), 0, 1),))
    for kind in ("memory", "cypher", "plugin"):
        store: Any = stores.of(kind)
        proved, plain = store.run(query), store.run(query, proved=False)
        assert (plain.rows, plain.total) == (proved.rows, proved.total)
        assert proved.proof.relationships
        assert not plain.proof.relationships


def test_numbers_computed_of_two_results_are_the_same_everywhere(stores: Stores) -> None:
    drawing = Drawing(51)
    for _ in range(5):
        same_rows(stores, drawing.between())
        same_rows(stores, drawing.against())


@pytest.mark.parametrize("where", [EVERYTHING, HIDDEN], ids=["all", "filtered"])
def test_links_of_any_type_lead_to_the_same_everywhere(stores: Stores, where: Filter) -> None:
    drawing = Drawing(61)
    for _ in range(4):
        drawn = drawing.query()
        links = tuple(replace(link, types=()) for link in drawn.links[:1]) + drawn.links[1:]
        same_rows(stores, replace(drawn, links=links), where)
    near = Query(("", ""), (QueryLink((), 0, 1, mutual=True),), measure=Measure("count", Owner(1)))
    same_rows(stores, near, where)


def test_texts_that_are_no_days_have_no_weekday_and_no_age(stores: Stores) -> None:
    odd = PropertyOf(Owner(0), "odd", "weekday")
    age = odd._replace(kind="number", operand=Operand("years", value="2024-02-29"))
    for own in (odd, age):
        same_rows(stores, Query(("Odd",), shown=(own, odd._replace(kind="text"))))


@pytest.mark.parametrize("kind", ["date as text", "number as text"])
def test_texts_without_a_day_or_number_are_missing_everywhere(stores: Stores, kind: str) -> None:
    odd, wanted = PropertyOf(Owner(0), "odd", kind), "1996-12-31" if "date" in kind else 1996
    for sign in ("=", "<", "<>", ">=", "present", "missing"):
        for negated in (False, True):
            same_rows(stores, Query(("Odd",), bounds=(Bound(odd, sign, wanted, negated),)))
    for measure in ("min", "max"):
        same_rows(stores, Query(("Odd",), measure=Measure(measure, odd), single=True))
        last = Bound(odd, "=", Overall(measure))
        same_rows(stores, Query(("Odd",), bounds=(last,)))
    same_rows(stores, Query(("Odd",), order=Ordering(odd, True), limit=1))


def test_texts_are_alike_in_lower_case_everywhere(stores: Stores) -> None:
    name = PropertyOf(Owner(0), "name", "lower case")
    by = Grouping((name,), (Measure("count", Owner(0)),))
    same_rows(stores, Query(("Ship",), grouping=by))
    for wanted, sign in (("ann", "="), ("öre", "="), ("an", "starts"), ("nn", "contains")):
        same_rows(stores, Query(("Ship",), bounds=(Bound(name, sign, wanted),)))


def test_distances_are_as_long_everywhere(stores: Stores) -> None:
    at, name = PropertyOf(Owner(0), "at", "point"), PropertyOf(Owner(0), "name")
    across = at._replace(kind="number", operand=Operand("distance", "by"))
    same_rows(stores, Query(("Site",), bounds=(Bound(at, "present"),), shown=(across,)))
    for named in ("Oslo", "Rome", "Grid", "nowhere"):
        place = Query(("Site",), bounds=(Bound(name, "=", named),), group=at)
        far = across._replace(operand=Operand("distance", value=place))
        same_rows(stores, Query(("Site",), order=Ordering(far, False), limit=3))
        same_rows(stores, Query(("Site",), bounds=(Bound(far, "<", 2_100_000.0),)))
        same_rows(stores, Query(("Site",), measure=Measure("avg", far), single=True))


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**41])
def test_numbers_that_no_64_bits_hold_are_compared_alike(stores: Stores, number: int) -> None:
    price = PropertyOf(Owner(0), "price", "number")
    for sign in ("<", ">", "=", "<>", "divisible"):
        same_rows(stores, Query(("Ship",), bounds=(Bound(price, sign, number),)))
    same_rows(stores, Query(("Ship",), bounds=(Bound(price, "in", (number, 5)),)))
    double = price._replace(operand=Operand("+", value=number))
    same_rows(stores, Query(("Ship",), bounds=(Bound(double, ">", 0),)))
    linked = QueryLink(("VISITED",), 0, 1, count=(("<", number),))
    same_rows(stores, Query(("Ship", "Port"), (linked,)))
    visits = Measure("count", Owner(1), ((">", number),))
    same_rows(stores, Query(("Ship", "Port"), (QueryLink(("VISITED",), 0, 1),), measure=visits))
    far, by = abs(number), Ordering(price, True)
    same_rows(stores, Query(("Ship",), order=by, limit=1, skip=far))
    same_rows(stores, Query(("Ship",), order=by, limit=far, skip=1))
    name = PropertyOf(Owner(0), "name")
    same_rows(stores, Query(("Ship",), order=by, each=FirstOfEach(name, far)))


def test_numbers_are_compared_with_the_average_of_what_may_be_seen(stores: Stores) -> None:
    drawing = Drawing(11)
    for _ in range(10 if EVERY else 6):
        same_rows(stores, drawing.overall(), kinds=("cypher", "plugin"))
        same_rows(stores, drawing.overall(), HIDDEN)


@pytest.mark.parametrize("negated", [False, True])
def test_what_is_more_than_the_average_of_its_own_group_is_so_everywhere(
    stores: Stores, negated: bool
) -> None:
    price, name = PropertyOf(Owner(0), "price", "number"), PropertyOf(Owner(0), "name")
    for type, ends in (("VISITED", (0, 1)), ("LED", (1, 0)), ("OWNS", (0, 1))):
        over = Bound(price, ">", OfGroup("avg", Owner(1)), negated)
        query = Query(("Ship", ""), (QueryLink((type,), *ends),), (over,))
        same_rows(stores, query, kinds=("cypher", "plugin"))
        same_rows(stores, replace(query, limit=3), HIDDEN)
        same_rows(stores, replace(query, measure=Measure("count", Owner(0)), single=True), HIDDEN)
        members = Bound(price._replace(owner=Owner(1)), "<=", OfGroup("median", Owner(0)), negated)
        counted = Measure("count", Owner(1))
        same_rows(stores, replace(query, bounds=(members,), measure=counted))
    alike = Query(("Ship",), bounds=(Bound(price, "=", OfGroup("max", name), negated),))
    assert stores.memory.run(alike).rows
    same_rows(stores, alike)
    same_rows(stores, alike, HIDDEN)


@pytest.mark.parametrize(
    ("name", "sign", "negated"), [("price", "<", False), ("name", "<>", True), ("sold", "=", False)]
)
def test_what_another_node_has_is_compared_alike(
    stores: Stores, name: str, sign: str, negated: bool
) -> None:
    kind = KINDS[name]

    def than(one: int, other: int) -> Bound:
        own, wanted = (PropertyOf(Owner(number), name, kind) for number in (one, other))
        return Bound(own, sign, wanted, negated)

    for types in (TYPES[:2], (TYPES[2], TYPES[2])):
        fork = tuple(QueryLink((type,), 0, i, mutual=True) for i, type in enumerate(types, 1))
        branches = Query(("", "", ""), fork, (than(1, 2),))
        same_rows(stores, branches, kinds=("cypher", "plugin"))
        same_rows(stores, replace(branches, measure=Measure("count", Owner(0)), single=True))
        same_rows(stores, replace(branches, bounds=(than(2, 0), than(0, 1))), HIDDEN)
        denied = replace(fork[1], negated=True)
        same_rows(stores, replace(branches, links=(fork[0], denied), bounds=(than(2, 0),)))


def test_a_link_joins_what_two_branches_lead_to_alike(stores: Stores) -> None:
    joined = QueryLink((TYPES[2],), 1, 2, mutual=True)
    for types in (TYPES[:2], (TYPES[2], TYPES[0])):
        fork = tuple(QueryLink((type,), 0, i, mutual=True) for i, type in enumerate(types, 1))
        query = Query(("", "", ""), (*fork, joined))
        assert stores.memory.run(query).rows
        same_rows(stores, query, kinds=("cypher", "plugin"))
        same_rows(stores, replace(query, measure=Measure("count", Owner(0)), single=True), HIDDEN)
        same_rows(stores, Query(("",), either=(query, Query(("Ship",)))), HIDDEN)
        denied = replace(joined, negated=True)
        same_rows(stores, replace(query, links=(*fork, denied), measure=Measure("count", Owner(2))))


@pytest.mark.parametrize(("name", "sign"), [("price", ">"), ("sold", "<="), ("name", "in")])
def test_what_a_named_thing_has_is_compared_alike(stores: Stores, name: str, sign: str) -> None:
    own = PropertyOf(Owner(0), name, KINDS[name])
    for wanted in ("9", "100", "12.5", "-3", "none"):
        named = Bound(PropertyOf(Owner(0), "code", "text"), "=", wanted)
        other = Query((LABELS[0],), bounds=(named,), group=own)
        same_rows(stores, Query((LABELS[0],), bounds=(Bound(own, sign, other),)))


@pytest.mark.parametrize("negated", [False, True])
def test_a_condition_may_be_on_the_first_few_of_another_query(
    stores: Stores, negated: bool
) -> None:
    name, price = PropertyOf(Owner(0), "name"), PropertyOf(Owner(0), "price", "number")
    dearest = Query(
        LABELS[:1],
        measure=Measure("max", price),
        group=name,
        order=Ordering(None, True),
        limit=2,
    )
    query = Query(LABELS[:1], bounds=(Bound(name, "in", dearest, negated),))
    same_rows(stores, query)
    names = {row[0].properties.get("name") for row in stores.memory.run(query).rows} - {None}
    assert len(names) > 2 if negated else len(names) == 2


@pytest.mark.both_lines
def test_a_filter_holds_in_every_part_of_a_query(stores: Stores, drawn: Drawn) -> None:
    for query in drawn(Drawing(99).query, 12):
        same_rows(stores, query, HIDDEN)


def test_every_store_reads_the_same_schema(stores: Stores) -> None:
    mine, theirs = stores.memory.graph_schema(), stores.cypher.graph_schema()
    assert mine.labels == theirs.labels
    assert mine.types == theirs.types
    assert {k: set(v) for k, v in mine.ends.items()} == {k: set(v) for k, v in theirs.ends.items()}
    assert mine.names == theirs.names
