"""Numbers variables and links as a query has them: the root first, each link from one before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from steiner.errors import InvalidInput
from steiner.query.proposing.form.form_links import NamedLink


@dataclass(frozen=True, slots=True)
class TreeOrder:
    """Nodes by name in the order of a query's variables, and places of links in their order."""

    nodes: Mapping[str, int]
    links: tuple[int, ...]


def tree_order(root: str, nodes: Sequence[str], links: Sequence[NamedLink]) -> TreeOrder:
    """Order nodes and links from the root on, what is matched before what is only a condition.

    Links between two nodes that are reached already come last: they close a circle. Raises
    InvalidInput where a node is not reached.
    """
    order, taken = {root: 0}, list[int]()
    while (number := _next(order, links)) is not None:
        taken.append(number)
        order.setdefault(links[number].source, len(order))
        order.setdefault(links[number].target, len(order))
    if lost := [name for name in nodes if name not in order]:
        raise InvalidInput(
            f"Every node must be linked to {root!r}, which is asked for, also over others:"
            f" {', '.join(lost)} is not. Add the link, or leave the node out."
        )
    closing = (i for i in range(len(links)) if i not in taken)
    return TreeOrder(order, (*taken, *closing))


def _next(order: Mapping[str, int], links: Sequence[NamedLink]) -> int | None:
    """Return the next link from what is reached to what is not."""
    open_ = [i for i, k in enumerate(links) if (k.source in order) != (k.target in order)]
    return min(open_, key=lambda i: (links[i].is_condition, i), default=None)
