"""What stands at the other end of a comparison: "their boss", "the episode's runtime"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from steiner.algebra import Owner, PropertyOf, Query, QueryLink
from steiner.algebra.schema.graph_schema import TEMPORAL, GraphSchema, PropertySchema, SchemaHop
from steiner.lexicon.either_way import holds_both_ways
from steiner.query.naming.schema.word_rings import is_ringed
from steiner.query.naming.schema_words import Element, base, elements
from steiner.query.widening.comparing.steps_said import oftenest_steps, steps_by_noun, steps_by_verb
from steiner.query.widening.joined_labels import with_key
from steiner.query.widening.plainer import leading_elements
from steiner.text import plain_words

_NUMBERS = ("number", "number as text")


@dataclass(frozen=True, slots=True)
class OtherSide:
    """What a thing is compared with: by a `noun`, or by what joins both.

    `verb`: what they do, "the person they report to"; `acts`: what the other one does to them.
    `said`: words of the property that is compared, "" for the same one. `done`: the verb of a day,
    "the day it was asked". `by_year`: only years are compared.
    """

    noun: str = ""
    verb: str = ""
    acts: str = ""
    said: str = ""
    done: str = ""
    by_year: bool = False

    def is_known(self, schema: GraphSchema) -> bool:
        """Say whether a schema has a name for it, and for what of it is compared."""
        properties = (e.name for e in elements(schema) if e.kind == "property")
        if self.said and not any(says(self.said, name) for name in properties):
            return False
        if labels_named(self.noun, schema):
            return True
        return any(True for label in schema.labels for _ in self.steps(label, schema))

    def joined(self, query: Query, schema: GraphSchema) -> tuple[Query, Owner] | None:
        """Return a query with a variable for it, None where it is not clear which that is."""
        labels, root = labels_named(self.noun, schema), query.labels[0]
        keyed = with_key(query, labels, schema) if labels else None
        if keyed and isinstance(keyed[1], Owner):
            return (keyed[0], keyed[1]) if keyed[1] != Owner(0) else None
        steps = oftenest_steps(labels, root, schema) if labels else self.steps(root, schema)
        hops = [*dict.fromkeys(steps)]
        return _with_hop(query, hops[0], schema) if len(hops) == 1 else None

    def steps(self, root: str, schema: GraphSchema) -> Iterator[SchemaHop]:
        """Yield the steps from a label that lead to it, where no label is its name."""
        if self.verb or self.acts:
            return steps_by_verb(self.verb, self.acts, root, schema)
        return steps_by_noun(self.noun, root, schema)

    def property(
        self, owner: Owner, own: PropertyOf, label: str, schema: GraphSchema
    ) -> PropertyOf | None:
        """Return what of a variable of a label a property is compared with, None if not clear."""
        alike = [p for p in schema.labels[label].values() if self._may_be(p, own)]
        ways = [
            [p for p in alike if says(self.said, p.name)],
            [p for p in alike if says(self.done, p.name)],
            [p for p in alike if p.name == own.name],
            alike if own.kind in TEMPORAL else [],
        ]
        chosen = ways[0] if self.said else next((ps for ps in ways[1:] if len(ps) == 1), [])
        return PropertyOf(owner, chosen[0].name, chosen[0].kind) if len(chosen) == 1 else None

    def _may_be(self, other: PropertySchema, own: PropertyOf) -> bool:
        if self.by_year:
            return other.kind in TEMPORAL or (other.kind in _NUMBERS and other.tells_time)
        kinds = next((ks for ks in (TEMPORAL, _NUMBERS) if own.kind in ks), (own.kind,))
        return other.kind in kinds


def labels_named(noun: str, schema: GraphSchema) -> list[Element]:
    """Return the labels that a noun names: whole, else by their last word, or a word like it."""
    said, size = leading_elements(noun, schema)
    if own := [e for e in said if e.kind == "label" and size == len(noun)]:
        return own
    word = base(noun.casefold())
    labels = {e: stems for e, stems in elements(schema).items() if e.kind == "label"}
    headed = [e for e, stems in labels.items() if stems[-1] == word]
    return headed or [e for e, stems in labels.items() if is_ringed(word, stems)]


def says(said: str, name: str) -> bool:
    """Say whether all words of a text are words of a name: "budget" of annual_budget_usd."""
    stems = {base(word) for word in said.casefold().split()}
    return bool(stems) and stems <= {base(word) for word in plain_words(name).split()}


def _with_hop(query: Query, hop: SchemaHop, schema: GraphSchema) -> tuple[Query, Owner] | None:
    """Return a query with one more step from the root, None where it has one the other way."""
    far, root = len(query.labels), query.labels[0]
    for link in (query.links[number] for number in query.required()):
        if link.types == (hop.type,) and 0 in (link.source, link.target):
            there = hop.outgoing == (link.source == 0)
            return (query, Owner(max(link.source, link.target))) if there else None
    ends = (0, far) if hop.outgoing else (far, 0)
    mutual = holds_both_ways(hop.type, (root, hop.label), schema)
    link = QueryLink((hop.type,), *ends, mutual=mutual)
    wide = replace(query, labels=(*query.labels, hop.label), links=(*query.links, link))
    return wide, Owner(far)
