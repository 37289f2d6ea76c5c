"""A query of the algebra as JSON: the form that a model fills, and its check against a schema."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from steiner.algebra import (
    COMPARISONS,
    MEASURES,
    PRESENCE,
    Bound,
    Measure,
    Ordering,
    Owner,
    PropertyOf,
    Query,
    QueryLink,
)
from steiner.algebra.graph_schema import GraphSchema
from steiner.errors import InvalidInput

FORM = """{"labels": ["Supplier", "Product"],       what is asked for first; "" for any label
 "links": [{"types": ["SUPPLIES"], "source": 0, "target": 1, "negated": false}],
                                         source and target are places in labels
 "conditions": [{"of": {"label": 1, "property": "unitPrice"}, "operator": ">", "value": 20}],
                                         operators: = <> < <= > >= divisible in contains starts
                                         ends year month present missing; "negated": true turns one
                                         around
 "measure": {"kind": "count", "of": {"label": 1}, "having": [[">", 3]]} or null,
                                         count, sum, avg, min, max; of a label, of a link
                                         ({"link": 0}) or of a property
 "group": {"label": 0, "property": "country"} or null,      a row for each of its values
 "single": false,                        true: one number over everything
 "order": {"by": null, "descending": true} or null,         by null: by the measure
 "limit": 5 or null,
 "shown": [{"label": 0, "property": "phone"}],              properties that are asked for, too
 "either": [{"labels": ["Supplier", "City"], "links": […], "conditions": […]}, …]}
                                         what is asked for meets one of these at least: each starts
                                         with its label anew"""


def query_from(given: object, schema: GraphSchema) -> Query:
    """Return the query that a filled form means.

    Raises InvalidInput where it names what the schema does not have, or is not of the form.
    """
    try:
        return _Form(schema, dict(given)).query()  # type: ignore[call-overload]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise InvalidInput(
            f"The form is not filled as it should be ({type(error).__name__}: {error})."
            f" Expected {FORM}"
        ) from error


class _Form:
    def __init__(self, schema: GraphSchema, given: Mapping[str, Any]) -> None:
        self._schema, self._given = schema, given
        self._labels = tuple(given["labels"])
        self._links = tuple(self._link(link) for link in given.get("links") or ())

    def query(self) -> Query:
        given = self._given
        for label in self._labels:
            _known(label, ["", *self._schema.labels], "label")
        self._check_tree()
        measure, order = given.get("measure"), given.get("order")
        group, limit = given.get("group"), given.get("limit")
        return Query(
            self._labels,
            self._links,
            tuple(self._bound(bound) for bound in given.get("conditions") or ()),
            self._measure(measure) if measure else None,
            self._property(group) if group else None,
            bool(given.get("single")) and bool(measure),
            self._order(order) if order else None,
            int(limit) if limit else None,
            tuple(self._property(own) for own in given.get("shown") or ()),
            either=tuple(_Form(self._schema, part).query() for part in given.get("either") or ()),
        )

    def _check_tree(self) -> None:
        """Require that every label is linked to one before it, nearest first."""
        reached = {0}
        for link in self._links:
            ends = {link.source, link.target}
            known = ends <= set(range(len(self._labels)))
            if len(ends) < 2 or min(ends) not in reached or not known:
                raise InvalidInput(
                    "links must lead from the first label on, from a place that is reached to a"
                    f" later one, got {link.source} to {link.target}; reached: {sorted(reached)}."
                )
            reached |= ends
        if reached != set(range(len(self._labels))):
            raise InvalidInput(f"Every label needs a link: {sorted(reached)} are reached alone.")

    def _link(self, given: Mapping[str, Any]) -> QueryLink:
        for type in given["types"]:
            _known(type, self._schema.ends, "relationship type")
        source, target = int(given["source"]), int(given["target"])
        types, either_way = tuple(given["types"]), self._schema.notes.either_way
        mutual = not either_way.isdisjoint(types)
        return QueryLink(types, source, target, bool(given.get("negated")), mutual=mutual)

    def _owner(self, given: Mapping[str, Any]) -> Owner:
        is_link = "link" in given
        owner = Owner(int(given["link" if is_link else "label"]), is_link)
        if not 0 <= owner.number < len(self._links if is_link else self._labels):
            raise InvalidInput(f"There is no such place: {dict(given)}.")
        return owner

    def _property(self, given: Mapping[str, Any]) -> PropertyOf:
        owner, name = self._owner(given), given["property"]
        members = self._links[owner.number].types if owner.is_link else [self._labels[owner.number]]
        of = self._schema.types if owner.is_link else self._schema.labels
        own = {n: p for member in members for n, p in of.get(member, {}).items()}
        _known(name, own, f"property of {' or '.join(members) or 'any label'}")
        return PropertyOf(owner, name, own[name].kind)

    def _bound(self, given: Mapping[str, Any]) -> Bound:
        own, operator, value = self._property(given["of"]), given["operator"], given.get("value")
        _known(operator, (*COMPARISONS, *PRESENCE), "operator")
        negated = bool(given.get("negated"))
        if operator in PRESENCE:
            return Bound(own, operator, None, negated)
        if isinstance(value, Mapping):
            return Bound(own, operator, self._property(value), negated)
        if operator == "in" and not isinstance(value, list):
            value = [value]
        if value is None or (isinstance(value, list) and operator != "in"):
            raise InvalidInput(f"{operator} needs a number, a text or a boolean, got {value!r}.")
        return Bound(own, "year=" if operator == "year" else operator, value, negated)

    def _measure(self, given: Mapping[str, Any]) -> Measure:
        _known(given["kind"], MEASURES, "measure")
        of = given["of"]
        over = self._property(of) if of.get("property") else self._owner(of)
        if isinstance(over, Owner) and given["kind"] != "count":
            raise InvalidInput(f"{given['kind']} needs a property, got {dict(of)}.")
        having = tuple((_having(operator), float(n)) for operator, n in given.get("having") or ())
        return Measure(given["kind"], over, having)

    def _order(self, given: Mapping[str, Any]) -> Ordering:
        by = self._property(given["by"]) if given.get("by") else None
        if by is None and not self._given.get("measure"):
            raise InvalidInput("An order by null needs a measure: name a property to order by.")
        return Ordering(by, bool(given.get("descending")))


def _having(operator: str) -> str:
    return _known(operator, ("=", "<>", "<", "<=", ">", ">="), "comparison of a measure")


def _known(asked: str, known: Iterable[str], what: str) -> str:
    names = list(known)
    if asked not in names:
        near = difflib.get_close_matches(str(asked), names, n=3, cutoff=0.5) or names[:20]
        raise InvalidInput(
            f"There is no {what} {asked!r}. There is: {', '.join(filter(None, near)) or 'none'}."
        )
    return asked
