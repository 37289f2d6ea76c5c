"""Resolves an answer's text to the graph: which facts prove it, and what nothing proves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from steiner.answer import Answer, Citation
from steiner.evidence import Evidence, Fact
from steiner.generate.grounding.claims import unsupported
from steiner.generate.grounding.known import Known
from steiner.generate.grounding.mentions import NodeMention, masked, nodes_named, spans
from steiner.generate.grounding.tags import split_tags
from steiner.graph import Node, Relationship
from steiner.text import normalise, plain_words, readable
from steiner.textualise.data_text import restored

Named = dict[str, tuple[Node, ...]]


def cite(question: str, text: str, evidence: Evidence, known: Sequence[str] = ()) -> Answer:
    """Build the Answer of `text`: its citations, what is grounded and what is not.

    Cited are the facts whose tags the text bears. Where it bears none, those are cited that join
    nodes which the text names. Either way each node, figure and name in the text that the
    evidence holds has a citation, and what it does not hold stands in `ungrounded`, statements
    that join two nodes wrongly among it. `known` are texts that hold as well as the evidence.
    """
    tags, prose = split_tags(text, evidence)
    names = [node.name for node in evidence.subgraph.nodes]
    text, prose = restored(text, names), restored(prose, names)
    facts = {fact.tag: fact for fact in evidence.facts}
    mentions = nodes_named(prose, evidence.subgraph.nodes)
    named = _by_name(mentions)
    judged = _judge(question, masked(prose, mentions), evidence, known)
    grounded = {**dict.fromkeys(named, True), **judged}
    claims = unsupported(prose, mentions, evidence.subgraph)
    cited = [facts[tag] for tag in tags if tag in facts]
    supported = [span for span, yes in grounded.items() if yes]
    cited += _support(question, named, supported, evidence, cited)
    unknown = [tag for tag in tags if tag not in facts]
    ends = _ends(evidence)
    said = {node.id for nodes in named.values() for node in nodes}
    return Answer(
        question=question,
        text=text,
        evidence=evidence,
        # Of a computation every member of a fact counts, not only those that are named.
        citations=tuple(
            citation(fact if evidence.computed else _narrowed(fact, said, ends), evidence)
            for fact in dict.fromkeys(cited)
        ),
        grounded=grounded,
        ungrounded=(*unknown, *(span for span, yes in judged.items() if not yes), *claims),
    )


def cited_by(generator: Any, question: str, text: str, evidence: Evidence) -> Answer:
    """Build the Answer of a text that `generator` wrote, by its own `cited` where it has one."""
    own: Callable[[str, str, Evidence], Answer] = getattr(generator, "cited", cite)
    return own(question, text, evidence)


def citation(fact: Fact, evidence: Evidence) -> Citation:
    """Resolve a fact to element ids, the users' keys and names, nodes before relationships."""
    entities = {node.id: node for node in evidence.subgraph.nodes}
    nodes = [entities[id] for id in fact.nodes if id in entities]
    chosen = set(fact.relationships)
    relationships = [r for r in evidence.subgraph.relationships if r.id in chosen]
    parts: tuple[Node | Relationship, ...] = (*nodes, *relationships)
    return Citation(
        tag=fact.tag,
        text=fact.text,
        element_ids=tuple(part.element_id for part in parts),
        keys=tuple(node.key for node in nodes if node.key is not None),
        names=tuple(node.name for node in nodes),
    )


def _ends(evidence: Evidence) -> dict[int, set[int]]:
    return {r.id: {r.source, r.target} for r in evidence.subgraph.relationships}


def _narrowed(fact: Fact, said: set[int], ends: Mapping[int, set[int]]) -> Fact:
    """Return of a fact that tells several relationships those that the answer speaks of most."""
    if len(fact.relationships) < 2:
        return fact
    spoken = {id: len(ends[id] & said) for id in fact.relationships if id in ends}
    kept = [id for id, count in spoken.items() if count == max(spoken.values())]
    joined = set[int]().union(*(ends[id] for id in kept))
    nodes = tuple(node for node in fact.nodes if node in joined)
    return replace(fact, nodes=nodes, relationships=tuple(kept))


def _by_name(mentions: Iterable[NodeMention]) -> Named:
    return {mention.nodes[0].name: mention.nodes for mention in mentions}


def _judge(question: str, prose: str, evidence: Evidence, known: Sequence[str]) -> dict[str, bool]:
    """Map what else the text names to whether the evidence holds it.

    What only repeats the question, or is a label or type as such, is left out.
    """
    evident = Known([*_texts(evidence), *known])
    asked, schema = Known([question]), _schema(evidence)
    others = [span for span in spans(prose) if normalise(span) not in schema]
    judged = {span: evident.holds(span) for span in others}
    return {span: yes for span, yes in judged.items() if yes or not asked.holds(span)}


def _schema(evidence: Evidence) -> set[str]:
    labels = [label for node in evidence.subgraph.nodes for label in node.labels]
    types = [relationship.type for relationship in evidence.subgraph.relationships]
    properties = [key for part in _parts(evidence) for key in part.properties]
    return {normalise(plain_words(name)) for name in (*labels, *types, *properties)}


def _texts(evidence: Evidence) -> Iterator[str]:
    yield from (evidence.text, *(fact.text for fact in evidence.facts))
    yield from (node.name for node in evidence.subgraph.nodes)
    for part in _parts(evidence):
        yield from (readable(value) for value in part.properties.values())
    if evidence.computed and evidence.table:
        yield str(evidence.table.total)  # How many there are, of which the rows may be the first.


def _parts(evidence: Evidence) -> tuple[Node | Relationship, ...]:
    return (*evidence.subgraph.nodes, *evidence.subgraph.relationships)


def _support(
    question: str, named: Named, spans: Iterable[str], evidence: Evidence, cited: Sequence[Fact]
) -> list[Fact]:
    """Choose facts for what the text says without a tag."""
    said = {node.id for nodes in named.values() for node in nodes}
    asked = nodes_named(question, evidence.subgraph.nodes)
    near = said | {node.id for mention in asked for node in mention.nodes}
    ranked = sorted(evidence.facts, key=lambda f: (-len(near & set(f.nodes)), -f.score))
    ends = _ends(evidence)
    joining = (f for f in ranked if any(ends.get(r, set()) <= said for r in f.relationships))
    chosen = [] if cited else list(joining)
    for span in spans:
        ids = {node.id for node in named.get(span, ())}
        holding = [f for f in ranked if ids & set(f.nodes) or Known([f.text]).holds(span)]
        if holding and not any(fact in holding for fact in (*cited, *chosen)):
            chosen.append(holding[0])
    return chosen
