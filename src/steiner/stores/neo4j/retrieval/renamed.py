"""Names and keys that the index has of a node, and the node itself has no more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from steiner.calls.remarks import remark
from steiner.graph import KeyHit, Node
from steiner.text import plain_words, readable, words

STALE = "the graph has changed since it was indexed: `steiner index` brings its index up to date"
_SHOWN = 3


def name_now(name: str, node: Node, named: Mapping[str, str]) -> str:
    """Return the name of a node: as indexed where it still has every word of it, else as it is now.

    `named` maps labels to the property that names their nodes. Without it a node is called by its
    labels: of {title: "Dusk", year: 1997}, indexed as "Dawn", it is "Dusk".
    """
    # Most names are one property, and the same.
    own = [node.properties[named[x]] for x in node.labels if named.get(x) in node.properties]
    if name in own or _has(node, name):
        return name
    remark(STALE)
    return readable(own[0]) if own else ", ".join(_kinds(node.labels))


def still_true(hits: Sequence[KeyHit], nodes: Mapping[int, Node]) -> list[KeyHit]:
    """Return the hits without those whose node is known and has none of their keys any more.

    Node 3, indexed as "dawn" and called "Dusk" now, is no hit of "dawn".
    """
    kept, gone = list[KeyHit](), dict[str, None]()
    for hit in hits:
        node = nodes.get(hit.nodes[0]) if hit.relationship is None else None
        if node is None or any(_has_key(node, key, own) for key, own in _pairs(hit)):
            kept.append(hit)
        else:
            gone |= dict.fromkeys(hit.keys)
    if gone:
        named = ", ".join(map(repr, list(gone)[:_SHOWN]))
        remark(f"nothing is called {named} any more: {STALE}")
    return kept


def _pairs(hit: KeyHit) -> Iterable[tuple[str, str]]:
    return zip(hit.keys, hit.properties, strict=True)


def _has_key(node: Node, key: str, property: str) -> bool:
    """Say whether a node still has a key, by all its texts: a name may stand in two of them.

    Numbers and times are taken as they are indexed: their keys are written in other ways, too.
    """
    if not isinstance(node.properties.get(property, ""), str | list):
        return True
    return {*key.split()} <= {*words(" ".join([*_texts(node), *_kinds(node.labels)]))}


def _has(node: Node, name: str) -> bool:
    """Say whether each word of a name, as it is written, is in a value or a label of the node."""
    text, kinds = " ".join(_texts(node)), " ".join(_kinds(node.labels)).split()
    return all(word in text or word.strip(",") in kinds for word in name.split())


def _texts(node: Node) -> Iterator[str]:
    return (readable(value) for value in node.properties.values())


def _kinds(labels: Sequence[str]) -> list[str]:
    written = (plain_words(label) or label for label in labels)
    return [f"{text[:1].upper()}{text[1:]}" for text in written]
