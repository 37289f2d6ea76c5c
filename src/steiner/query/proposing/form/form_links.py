"""Nodes and links of a form; a link's direction as the schema has it, or either."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from steiner.algebra import QueryLink
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.algebra.terms import MOST_STEPS
from steiner.errors import InvalidInput
from steiner.query.proposing.form.form_parts import figures, flag, known, table, whole

LINK = (
    *("from", "type", "to", "name", "either_way", "none", "how_many"),
    *("any_type", "any_distance", "steps"),
)


@dataclass(frozen=True, slots=True)
class NamedLink:
    """A link between two nodes by name; `name` is its own, "" without one."""

    name: str
    types: tuple[str, ...]
    source: str
    target: str
    negated: bool
    count: tuple[tuple[str, float], ...]
    mutual: bool
    steps: int = 1

    @property
    def is_condition(self) -> bool:
        """Whether it is never matched."""
        return self.negated or bool(self.count)

    def placed(self, nodes: Mapping[str, int]) -> QueryLink:
        """Return the link of a query whose variables `nodes` numbers."""
        ends = nodes[self.source], nodes[self.target]
        return QueryLink(self.types, *ends, self.negated, self.count, self.mutual, self.steps)


def node_name(given: Any, what: str) -> str:
    """Return the name that a form gives a node."""
    if not isinstance(given, str) or not given:
        raise InvalidInput(f"{what} must be the name of a node, got {given!r}.")
    return given


def read_node(given: Any, schema: GraphSchema) -> tuple[str, str]:
    """Return the name and label of a node, "" for any label."""
    own = table(given, ("name", "label"), "a node")
    label = own.get("label") or ""
    return node_name(own.get("name"), "name"), known(label, ["", *schema.labels], "label")


def read_link(given: Any, nodes: Mapping[str, str], schema: GraphSchema) -> NamedLink:
    """Return a link; `nodes` maps names to labels.

    Raises InvalidInput where one of its types never leads so: a link `either_way`, or of a type
    that is so by the notes, may stand either way.
    """
    own = table(given, LINK, "a link")
    source, target = (known(own.get(end), nodes, "node") for end in ("from", "to"))
    if source == target:
        raise InvalidInput(f"A link joins two nodes, got {dict(own)}. Add a second node.")
    types = _types(own, schema)
    mutual = flag(own, "either_way") or not schema.notes.either_way.isdisjoint(types)
    for type in types:
        _check_ends(type, (nodes[source], nodes[target]), mutual, schema)
    name, counts = str(own.get("name") or ""), figures(own, "how_many")
    steps = whole(own, "steps", 1) or (MOST_STEPS if flag(own, "any_distance") else 1)
    return NamedLink(name, types, source, target, flag(own, "none"), counts, mutual, steps)


def _types(own: Mapping[str, Any], schema: GraphSchema) -> tuple[str, ...]:
    """Return the types of a link, none where it may be of any."""
    said = own.get("type")
    if flag(own, "any_type"):
        if said:
            raise InvalidInput(f"A link has a type or any_type, not both, got {dict(own)}.")
        return ()
    each = said if isinstance(said, list) else [said]
    if not each:
        raise InvalidInput(f"A link needs a type, or any_type true, got {dict(own)}.")
    return tuple(known(type, schema.ends, "relationship type") for type in each)


def _check_ends(type: str, ends: tuple[str, str], mutual: bool, schema: GraphSchema) -> None:
    pairs = schema.ends[type]
    if _leads(ends, pairs) or (mutual and _leads(ends[::-1], pairs)):
        return
    said = ", ".join(f"from {source} to {target}" for source, target in pairs)
    turned = " Turn it around: swap from and to." * _leads(ends[::-1], pairs)
    raise InvalidInput(
        f"{type} does not lead from {ends[0] or 'any'} to {ends[1] or 'any'}: it leads {said}."
        f"{turned}"
    )


def _leads(ends: tuple[str, str], pairs: Iterable[tuple[str, str]]) -> bool:
    return any(ends[0] in ("", source) and ends[1] in ("", target) for source, target in pairs)
