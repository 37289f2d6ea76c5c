"""A way of links that there is not: "inspected Ant but not Bee", "has only ever flown economy"."""

from __future__ import annotations

from steiner.algebra import Owner
from steiner.query.composing.trees.tree import ReadingTree, TreeLink, ValueCondition


def with_denied_way(
    tree: ReadingTree, root: int, to: Owner, denial: ValueCondition
) -> ReadingTree | None:
    """Return a tree without a way from its root to what meets a condition.

    The way is of the same links as that to the variable or link `to`; the whole of it is denied:
    who played at Oslo but not at Bern has other sets at Oslo, and no set at Bern. None where there
    is no way, or it is denied already.
    """
    way = _way(tree, root, to)
    if not way or any(tree.links[number].negated for number in way):
        return None
    labels, said, links = list(tree.labels), list(tree.said), list(tree.links)
    at, original = root, root
    for step, number in enumerate(way):
        link = tree.links[number]
        original = link.other(original)
        labels.append(tree.labels[original])
        said.append(-1)
        far = len(labels) - 1
        ends = (at, far) if link.target == original else (far, at)
        links.append(TreeLink(link.type, *ends, negated=not step, steps=link.steps))
        at = far
    other = Owner(len(links) - 1, True) if to.is_link else Owner(at)
    return tree._replace(
        labels=tuple(labels),
        said=tuple(said),
        links=tuple(links),
        conditions=(*tree.conditions, denial._replace(owner=other)),
    )


def _way(tree: ReadingTree, root: int, to: Owner) -> list[int]:
    """Return the links from the root to a variable, or to a link and over it; none for none."""
    ways: dict[int, list[int]] = {root: []}
    border = [root]
    while border:
        at = border.pop(0)
        for number, link in enumerate(tree.links):
            if at in (link.source, link.target) and link.other(at) not in ways:
                ways[link.other(at)] = [*ways[at], number]
                border.append(link.other(at))
    if not to.is_link:
        return ways.get(to.number, [])
    return next((way for way in ways.values() if way[-1:] == [to.number]), [])
