"""The form of a query that a model fills, and its check against a schema."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from steiner.algebra import (
    ARITHMETIC,
    COLLECT,
    ITEM,
    MEASURES,
    PERCENTILE,
    PRESENCE,
    SHARES,
    Against,
    Bound,
    FirstOfEach,
    Grouping,
    Measure,
    OfGroup,
    Ordering,
    Overall,
    Owner,
    PropertyOf,
    Query,
    QueryLink,
    group_of,
)
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.errors import InvalidInput
from steiner.query.proposing.form.form_links import node_name, read_link, read_node
from steiner.query.proposing.form.form_parts import figures, flag, known, rows, table, whole
from steiner.query.proposing.form.form_properties import (
    PARTS,
    PROPERTY,
    computed_property,
    read_between,
)
from steiner.query.proposing.form.form_values import OPERATORS, checked_value
from steiner.query.proposing.form.tree_order import TreeOrder, tree_order

BRANCH = ("nodes", "links", "where", "either")
BESIDE = ("nodes", "links", "where", "measure")
WHOLE = (
    *("find", "nodes", "links", "where", "either", "measure", "overall", "across", "values_of"),
    *(
        "beside",
        "between",
        "against",
        "first_of_each",
        "order",
        "limit",
        "skip",
        "show",
        "table",
        "path",
    ),
)
"""Keys of a form, of one of its branches and of what stands beside."""
MOST_NODES = 16
"""Nodes of a form, at most: what joins 200 of any label never ends."""


def query_from(given: Any, schema: GraphSchema) -> Query:
    """Return the query that a filled form means.

    Raises InvalidInput where it is not of the form, or says what does not hold of the schema:
    names it does not have, links against their direction, values of another kind.
    """
    form = table(given, WHOLE, "the form")
    query = _Form.of(form, schema, node_name(form.get("find"), "find"), "").whole()
    _require_groups(query)
    return query


@dataclass
class _Form:
    """A form, or a branch of one: `labels` of its nodes by name, in the order of the variables."""

    given: Mapping[str, Any]
    schema: GraphSchema
    labels: Mapping[str, str]
    order: TreeOrder
    links: tuple[QueryLink, ...]
    link_names: Mapping[str, int]

    @classmethod
    def of(cls, given: Mapping[str, Any], schema: GraphSchema, root: str, label: str) -> _Form:
        """Read nodes and links; `label` is the root's where it is not among the nodes."""
        nodes = {root: label} | dict(read_node(each, schema) for each in rows(given, "nodes"))
        if len(nodes) > MOST_NODES:
            raise InvalidInput(
                f"A form has at most {MOST_NODES} nodes, got {len(nodes)}: no question asks for so"
                " much. Leave out what it does not say."
            )
        links = [read_link(each, nodes, schema) for each in rows(given, "links")]
        order = tree_order(root, list(nodes), links)
        names = {links[i].name: number for number, i in enumerate(order.links) if links[i].name}
        placed = tuple(links[i].placed(order.nodes) for i in order.links)
        return cls(given, schema, nodes, order, placed, names)

    def whole(self) -> Query:
        """Return the query of a whole form."""
        given, measure = self.given, self._measure(self.given.get("measure"))
        limit, values = whole(given, "limit", 1), given.get("values_of")
        overall = flag(given, "overall")
        if overall and measure is None:
            raise InvalidInput("overall needs a measure: it is one number over everything.")
        listed = [self._shown(own) for own in rows(given, "show")]
        far = [own for own in listed if limit and not measure and own.owner != Owner(0)]
        across = given.get("across")
        return Query(
            self._labels,
            self.links,
            self._bounds("where"),
            measure,
            self._values_of(values) if values else None,
            overall or bool(measure and measure.kind in SHARES) or bool(across),
            self._ordering(given.get("order")),
            limit,
            tuple(own for own in listed if own not in far),
            listed=tuple(far),
            across=known(across, MEASURES, "measure of across") if across else "",
            skip=whole(given, "skip", 0) or 0,
            either=self._either(),
            beside=tuple(self._beside(own) for own in rows(given, "beside")),
            between=read_between(given.get("between")),
            each=self._first_of(given.get("first_of_each")),
            against=self._against(given.get("against")),
            grouping=self._grouping(given.get("table")),
            path=self._path(given.get("path")),
        )

    @property
    def _labels(self) -> tuple[str, ...]:
        return tuple(self.labels[name] for name in self.order.nodes)

    def _either(self) -> tuple[Query, ...]:
        return tuple(self._branch(table(b, BRANCH, "a branch")) for b in rows(self.given, "either"))

    def _within(self, given: Mapping[str, Any]) -> _Form:
        root = next(iter(self.order.nodes))
        return _Form.of(given, self.schema, root, self.labels[root])

    def _branch(self, given: Mapping[str, Any]) -> Query:
        own = self._within(given)
        return Query(own._labels, own.links, own._bounds("where"), either=own._either())

    def _beside(self, given: Any) -> Query:
        own = self._within(table(given, BESIDE, "what stands beside"))
        measure = own._measure(own.given.get("measure"))
        return Query(own._labels, own.links, own._bounds("where"), measure)

    def _owner(self, name: Any) -> Owner:
        if name in self.link_names:
            return Owner(self.link_names[name], True)
        return Owner(self.order.nodes[known(name, [*self.order.nodes], "node or named link")])

    def _matched(self, owner: Owner) -> Owner:
        """Require that rows are made of a node or link: it is behind no condition."""
        whole = Query(self._labels, self.links)
        behind = any(self.links[number].is_condition for number in whole.way(owner))
        if behind or (owner.is_link and owner.number in whole.closing()):
            raise InvalidInput(
                "What is measured, shown or ordered by must be matched: not behind a link with none"
                " or how_many, and no second link between two nodes that are linked already."
            )
        return owner

    def _shown(self, given: Any) -> PropertyOf:
        own = self._property(given)
        self._matched(own.owner)
        return own

    def _property(self, given: Any) -> PropertyOf:
        return self._computed(table(given, PROPERTY, "a property"))

    def _computed(self, given: Mapping[str, Any], parts: Collection[str] = PARTS) -> PropertyOf:
        """Return a property with the part, or what it is computed with, of `given`."""
        of = given.get("of")
        own = self._property_of(of, given.get("property"))
        return computed_property(
            own,
            given,
            lambda name: self._property_of(of, name),
            lambda form: query_from(form, self.schema),
            parts,
        )

    def _property_of(self, of: Any, name: Any) -> PropertyOf:
        owner = self._owner(of)
        members = self.links[owner.number].types if owner.is_link else (self._labels[owner.number],)
        known_of = self.schema.types if owner.is_link else self.schema.labels
        own = {n: p for member in members for n, p in known_of.get(member, {}).items()}
        if not own and members == ("",):
            own = {n: p for each in known_of.values() for n, p in each.items()}
        name = known(name, own, f"property of {' or '.join(members) or 'any label'}")
        return PropertyOf(owner, name, own[name].kind, written=own[name].days)

    def _values_of(self, given: Any) -> PropertyOf:
        form = dict(table(given, (*PROPERTY, "year"), "values_of"))
        if flag(form, "year"):  # As older forms say it.
            form["as"] = "year"
        own = self._computed(form)
        if own.owner != Owner(0):
            raise InvalidInput(
                f"values_of needs a property of {next(iter(self.order.nodes))!r}, which is asked"
                f" for, got {given!r}. Let find be the node that has the property."
            )
        return own

    def _bounds(self, name: str) -> tuple[Bound, ...]:
        return tuple(self._bound(table(b, _WHERE, "a condition")) for b in rows(self.given, name))

    def _bound(self, given: Mapping[str, Any]) -> Bound:
        own = self._computed(given)
        operator = known(given.get("is"), OPERATORS, "comparison")
        negated = flag(given, "not")
        if operator in PRESENCE:
            return Bound(own, operator, None, negated)
        value = given.get("value")
        if own.kind == "list" and operator == "=" and isinstance(value, str):
            operator, value = "in", [value]  # One of its items: by = how many there are.
        value = self._value(own, operator, value)
        return Bound(own, "year=" if operator == "year" else operator, value, negated)

    def _value(self, own: PropertyOf, operator: str, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return checked_value(own, operator, value)
        if "overall" in value:
            own_all = table(value, ("overall", *PROPERTY), "what is compared with")
            kind = known(own_all["overall"], MEASURES, "measure of all")
            if not own_all.get("of"):
                return Overall(kind)
            named = own_all.get("property")
            return OfGroup(kind, self._computed(value) if named else self._owner(value["of"]))
        if "from" in value:
            return _one_column(query_from(value["from"], self.schema))
        return self._property(value)

    def _measure(self, given: Any) -> Measure | None:
        if given is None:
            return None
        return self._measured(given, (*MEASURES, PERCENTILE, *SHARES))

    def _measured(self, given: Any, kinds: Collection[str]) -> Measure:
        own = table(given, _MEASURE, "a measure")
        kind, over = known(own.get("kind"), kinds, "measure"), self._of(own)
        if isinstance(over, Owner) and kind not in ("count", *SHARES):
            raise InvalidInput(f"{kind} needs a property, got {dict(own)}.")
        part = tuple(self._bound(table(b, _WHERE, "a condition")) for b in rows(own, "part"))
        if bool(part) != (kind in SHARES):
            raise InvalidInput(f"{' and '.join(SHARES)} need conditions of a part, others none.")
        return Measure(kind, over, figures(own, "having"), part, _percent(own, kind))

    def _of(self, given: Mapping[str, Any], parts: Collection[str] = PARTS) -> Owner | PropertyOf:
        """Return a node, a named link or a property of one, which rows are made of."""
        named = given.get("property")
        of = self._computed(given, parts) if named else self._owner(given.get("of"))
        self._matched(of.owner if isinstance(of, PropertyOf) else of)
        return of

    def _first_of(self, given: Any) -> FirstOfEach | None:
        if given is None:
            return None
        own = table(given, (*PROPERTY, "most"), "first_of_each")
        of = self._of(own)
        if of == Owner(0) or (isinstance(of, Owner) and of.is_link):
            raise InvalidInput(
                "first_of_each is of another node than the one that is asked for, or of a property:"
                f" got {dict(own)}."
            )
        return FirstOfEach(of, whole(own, "most", 1) or 1)

    def _grouping(self, given: Any) -> Grouping | None:
        if given is None:
            return None
        own = table(given, ("by", "measures", "pairs"), "table")
        keys = [table(key, PROPERTY, "by of table") for key in rows(own, "by")]
        by = tuple(self._of(key, (*PARTS, ITEM)) for key in keys)
        kinds = (*MEASURES, PERCENTILE, *SHARES, COLLECT)
        measures = tuple(self._measured(each, kinds) for each in rows(own, "measures"))
        return Grouping(by, measures, flag(own, "pairs"))

    def _path(self, given: Any) -> int | None:
        return (
            None if given is None else self.link_names[known(given, self.link_names, "named link")]
        )

    def _against(self, given: Any) -> Against | None:
        if given is None:
            return None
        own = table(given, ("is", "from"), "against")
        other = query_from(own.get("from"), self.schema)
        if not other.single:
            raise InvalidInput("against needs a form with a measure and overall true in from.")
        return Against(known(own.get("is"), ARITHMETIC, "operator of against"), other)

    def _ordering(self, given: Any) -> Ordering | None:
        if given is None:
            return None
        own = table(given, (*PROPERTY, "descending"), "an order")
        by = self._computed(own) if own.get("of") else None
        if by:
            self._matched(by.owner)
        measured = any(self.given.get(key) for key in ("measure", "beside", "table", "path"))
        if by is None and not measured:
            raise InvalidInput("An order without a property needs a measure: name a property.")
        if by and self.given.get("measure") and by.owner != Owner(0):
            raise InvalidInput(
                "Beside a measure rows are ordered by it, or by a property of what is asked for."
            )
        return Ordering(by, flag(own, "descending"))


_WHERE = (*PROPERTY, "is", "value", "not")
_MEASURE = ("kind", *PROPERTY, "having", "part", "percent")


def _percent(given: Mapping[str, Any], kind: str) -> float:
    """Return which percentile is meant, 0 for another measure."""
    percent = given.get("percent")
    if kind != PERCENTILE and percent is None:
        return 0.0
    number = isinstance(percent, int | float) and not isinstance(percent, bool)
    share = float(percent) if number and percent is not None else -1.0
    if kind != PERCENTILE or not 0 <= share <= 100:
        raise InvalidInput(
            f"{PERCENTILE} has a percent from 0 to 100, other measures none, got {percent!r}."
        )
    return share


def _require_groups(query: Query) -> None:
    """Require that what is compared with its own group has one."""
    for part in query.parts():
        for bound in part.bounds:
            if isinstance(bound.value, OfGroup):
                group_of(part, bound)


def _one_column(query: Query) -> Query:
    """Require that a query gives values: those of a property, or one number."""
    if bool(query.group) == query.single:
        raise InvalidInput(
            "A value `from` another form needs values_of there, or a measure with overall true."
        )
    return query
