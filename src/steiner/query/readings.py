"""All readings of a question, each with the probability that it is right."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from steiner.algebra import Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.asked_end import from_asked_end
from steiner.query.composing.compose import candidates
from steiner.query.composing.words.lattice import Lattice, lattice
from steiner.query.either_end import of_any_label
from steiner.query.fewest import with_none
from steiner.query.idle_links import without_idle_links
from steiner.query.naming.schema.schema_mentions import Alike
from steiner.query.probability import probabilities
from steiner.query.query_reading import Reading, read_query
from steiner.query.said_of_named import said_of_the_asked
from steiner.query.signals import Proposed, proposed, signalled
from steiner.query.too_long import too_long
from steiner.query.weights import composing_weights
from steiner.stores.protocol import GraphStore

_STRANGE = 0.6
"""Probability below which words that nothing explains are not taken for an accident: of 132 such
questions over graphs left out with .5 to .7 .55 were read right, of 111 above .77."""
_ONE = re.compile(r"\b(?:1|one|a\s+single|an?\s+example)\b|\bany\s+\w")
_OTHER = 0.1
"""Least probability of another reading that is worth a word, as a part of that of the best."""


@dataclass(frozen=True, slots=True)
class Readings:
    """What a question may mean: the most probable reading, and others of another meaning.

    `strange`: whatever it means, some of its words say nothing of this graph.
    """

    best: Reading
    others: tuple[Reading, ...] = ()
    strange: bool = False


def read(question: str, schema: GraphSchema, store: GraphStore, alike: Alike) -> Readings | None:
    """Return the readings of a question.

    None where nothing of the schema is in it, or it is `too_long`.

    Rules and composition each propose; checks and their agreement decide how probable a query is.
    """
    given = proposals(question, schema, store, alike)
    return judged(given) if given else None


def proposals(
    question: str, schema: GraphSchema, store: GraphStore, alike: Alike
) -> Proposed | None:
    """Return what rules and composition propose; None for a question that is `too_long`."""
    if too_long(question):
        return None
    first = read_query(question, schema, store, alike)
    looked = lattice(question, schema, store, alike)
    composed = candidates(looked, composing_weights(schema))
    if first is not None:
        first = replace(first, query=_plainly(first.query, looked))
    return proposed(looked, first, [replace(c, query=_plainly(c.query, looked)) for c in composed])


def _plainly(query: Query, looked: Lattice) -> Query:
    """Return a query as all that mean the same are written."""
    fewer = without_idle_links(query, looked.nouns)
    return from_asked_end(fewer, looked.folded, looked.schema.names)


def judged(given: Proposed) -> Readings | None:
    """Return the proposed readings, each with its probability, the most probable first."""
    learnt = given.looked.schema.learnt
    readings = signalled(given)
    sure = probabilities([own for _, own in readings], learnt)
    rated = sorted(
        (
            replace(r, signals=own, confidence=p, query=asked(r.query, given.looked))
            for (r, own), p in zip(readings, sure, strict=True)
        ),
        key=lambda r: -r.confidence,
    )
    if not rated:
        return None
    best, *rest = rated
    probable = (r for r in rest if r.confidence >= _OTHER * best.confidence)
    others = tuple(r for r in probable if r.query != best.query)
    return Readings(best, others, best.confidence < _STRANGE and given.skips())


def asked(query: Query, looked: Lattice) -> Query:
    """Return a query with all that is asked for: what ties with the best, whoever "who" may be."""
    whole = said_of_the_asked(query, looked.schema.names)
    return of_any_label(all_best(whole, looked), looked)


def all_best(query: Query, looked: Lattice) -> Query:
    """Return a query whose best rows are all that are as good, though they have none."""
    return with_none(with_ties(query, looked.folded), looked)


def with_ties(query: Query, text: str) -> Query:
    """Return a query whose best row is not alone where others are as good.

    "The brand with the most products" are two where both have as many; "one brand" is one.
    """
    best = query.order is not None and query.limit == 1 and not query.skip
    return replace(query, ties=True) if best and not _ONE.search(text) else query
