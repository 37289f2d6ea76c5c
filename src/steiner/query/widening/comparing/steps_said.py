"""The steps of a schema that lead to one who is said: "their boss", "the person they report to"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steiner.algebra.schema.graph_schema import GraphSchema, SchemaHop
from steiner.lexicon.either_way import holds_both_ways
from steiner.query.english.irregular_forms import IRREGULAR, singulars
from steiner.query.naming.schema.word_rings import is_ringed, sides
from steiner.query.naming.schema_words import SMALL, Element, SchemaMention, base
from steiner.query.naming.verbs.voice import is_named_passive, leads_away
from steiner.query.widening.plainer import said_elements
from steiner.text import plain_words

_HAS = frozenset({"has", "have"})
"""Words of types that are named by what they lead to: HAS_PARENT."""
_OFTENER = 1.5
"""How many times as often as all others a type joins two labels, to be the one that is meant."""


def oftenest_steps(
    labels: Sequence[Element], root: str, schema: GraphSchema
) -> Iterator[SchemaHop]:
    """Yield the one step to a label that most relationships between both are of."""
    names = {label.name for label in labels} - {root}
    hops = [hop for hop in schema.hops.get(root, ()) if hop.label in names]
    times = {hop: schema.times.get(hop.type, 0) for hop in hops}
    for hop in hops:
        if times[hop] > _OFTENER * (sum(times.values()) - times[hop]):
            yield hop


def steps_by_verb(verb: str, acts: str, root: str, schema: GraphSchema) -> Iterator[SchemaHop]:
    """Yield the steps from who is compared along what they do, or else what is done to them."""
    text = f"who {acts} them" if acts else f"they {verb}"
    types = [*said_elements(text, schema, "type")]
    for said in [t for t in types if _is_spelt_out(t.element.name, text)] or types:
        mention = SchemaMention(said.start, said.end, (said.element,), 1.0)
        away = leads_away(text, mention, said.element.name, subject=not acts)
        for hop in schema.hops.get(root, ()):
            if hop.type == said.element.name and (hop.outgoing == away or hop.label != root):
                yield hop


def _is_spelt_out(type: str, text: str) -> bool:
    """Say whether all words of a type are said: "report to" are those of REPORTS_TO."""
    said = {base(word) for word in text.casefold().split()}
    return {base(word) for word in plain_words(type).split()} <= said


def steps_by_noun(noun: str, root: str, schema: GraphSchema) -> Iterator[SchemaHop]:
    """Yield the steps to one of the same label whom a noun names: a boss, along REPORTS_TO."""
    word = base(noun.casefold().split()[-1]) if noun else ""
    for hop in schema.hops.get(root, ()):
        if hop.label != root:
            continue
        stems = {base(part) for part in plain_words(hop.type).split()}
        if holds_both_ways(hop.type, (root, root), schema):
            if hop.outgoing and (word in stems or is_ringed(word, [*stems])):
                yield hop
        elif _leads_to(word, stems, hop.type) == hop.outgoing:
            yield hop


def _leads_to(word: str, stems: set[str], type: str) -> bool | None:
    """Say whether a type leads to whom a stem names, None where it names neither end.

    To a boss lead REPORTS_TO, MANAGED_BY and HAS_MANAGER, none of MANAGES.
    """
    named = is_named_passive(type) or _names_its_end(plain_words(type).split())
    if word in stems:
        return named
    for own, other in sides():
        if word in own and (own | other) & stems:
            return named if own & stems else not named
    return None


def _names_its_end(parts: list[str]) -> bool:
    """Say whether words of a type name what it leads to: HAS_PARENT, SEQUEL, none of MANAGES."""
    last = parts[-1]
    verb = last in SMALL or last.endswith("ed") or last in IRREGULAR or bool(singulars(last))
    return bool(_HAS & {*parts}) or not verb
