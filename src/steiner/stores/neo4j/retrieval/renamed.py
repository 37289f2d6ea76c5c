"""Names and keys that the index has of a node, and the node itself has no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from steiner.calls.remarks import remark
from steiner.columns import KeyHit
from steiner.graph import Node
from steiner.text import plain_words, readable, words

STALE = "the graph has changed since it was indexed: `steiner index` brings its index up to date"
_SHOWN = 3
_UNBROKEN = 64
"""Characters of the longest word that is a name: longer ones are codes, and name nothing."""


def name_now(name: str, node: Node, named: Mapping[str, str]) -> str:
    """Return the name of a node: as it is indexed where that is still so, else as it is now.

    `named` maps labels to the property that names their nodes; without it a node is called by its
    labels. {title: "Dusk"}, indexed as "Dawn", is "Dusk".
    """
    # Most names are one property, and the same.
    own = [node.properties[named[x]] for x in node.labels if named.get(x) in node.properties]
    if name in own:
        return name
    now = next((text for text in map(readable, own) if _may_name(text)), "")
    if now in name and _has(node, name):  # Of several properties, of its key, or of its labels.
        return name
    remark(STALE)
    return now or ", ".join(_kinds(node.labels))


def still_true(hits: Sequence[KeyHit], nodes: Mapping[int, Node]) -> list[KeyHit]:
    """Return the hits without those whose node is known and has none of their keys any more.

    Node 3, indexed as "dawn" and called "Dusk" now, is no hit of "dawn".
    """
    kept, gone = list[KeyHit](), dict[str, None]()
    for hit in hits:
        node = nodes.get(hit.nodes[0]) if hit.relationship is None else None
        pairs = zip(hit.keys, hit.properties, strict=True)
        if node is None or any(_has_key(node, key, own) for key, own in pairs):
            kept.append(hit)
        else:
            gone |= dict.fromkeys(hit.keys)
    if gone:
        named = ", ".join(map(repr, list(gone)[:_SHOWN]))
        remark(f"nothing is called {named} any more: {STALE}")
    return kept


def _has_key(node: Node, key: str, property: str) -> bool:
    """Say whether a node still has a key in a property, and the rest of a name in others.

    Numbers and times are taken as they are indexed: their keys are written in other ways, too.
    """
    value, own = node.properties.get(property, ""), {*key.split()}
    if not isinstance(value, str | list):
        return True
    items = [value] if isinstance(value, str) else value
    parts = [{*words(readable(item))} for item in items]
    if value and not any(part and (part <= own or own <= part) for part in parts):
        return False
    return own <= {*words(" ".join([*_texts(node), *_kinds(node.labels)]))}


def _has(node: Node, name: str) -> bool:
    """Say whether each word of a name, as it is written, is in a value or a label of the node."""
    text, kinds = " ".join(_texts(node)), " ".join(_kinds(node.labels)).split()
    return all(word in text or word.strip(",") in kinds for word in name.split())


def _may_name(text: str) -> bool:
    return bool(text) and len(text.split(maxsplit=1)[0]) <= _UNBROKEN


def _texts(node: Node) -> Iterator[str]:
    return (readable(value) for value in node.properties.values())


def _kinds(labels: Sequence[str]) -> list[str]:
    written = (plain_words(label) or label for label in labels)
    return [f"{text[:1].upper()}{text[1:]}" for text in written]
