"""Question and schema to a query, without a model, and how sure the reading is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from steiner.algebra import Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.asked_root import root_of
from steiner.query.building.item_types import Item
from steiner.query.building.structure import Structure
from steiner.query.computing.bind import bind
from steiner.query.computing.counting.few import with_none
from steiner.query.computing.meaning.binding import Binding
from steiner.query.either_time import either_time
from steiner.query.english.cues import Cue
from steiner.query.english.spelled_out import spelled_out
from steiner.query.naming.question_parts import question_parts
from steiner.query.naming.schema.schema_mentions import Alike
from steiner.query.naming.schema_words import SchemaMention
from steiner.query.naming.values.linked_values import Value
from steiner.query.too_long import too_long
from steiner.query.unread_words import COMPUTING, unread_words
from steiner.stores.protocol import GraphStore

_UNREAD, _PROBLEM = 0.1, 0.3


@dataclass(frozen=True, slots=True)
class Reading:
    """A query, what of the question it left unread, and how sure it is, 0 to 1.

    `computes`: it is more than a set: a count, an order, a limit. `order_doubt`: how much surer it
    is where the limit leaves no row out. `asked`: the property whose values are asked for, "" where
    the nodes are: "what are the birth years of …". `whole`: the question only names what it asks
    for, and wants all that is known of it. `signals`: what speaks for it and against it, but of
    what a model proposed.
    """

    query: Query
    unread: tuple[str, ...]
    confidence: float
    computes: bool
    order_doubt: float = 0.0
    asked: str = ""
    whole: bool = False
    signals: Mapping[str, float] = field(default_factory=dict, compare=False)


def read_query(
    question: str, schema: GraphSchema, store: GraphStore, alike: Alike
) -> Reading | None:
    """Read a question as a query of the graph.

    None where nothing of the schema is in it, or it is `too_long`.
    """
    if too_long(question):
        return None
    question = spelled_out(question)
    parts = question_parts(question, schema, store, alike)
    mentioned, named, computing, typed = parts
    root, asked = root_of(question, schema, parts)
    built = Structure(question, schema)
    built.types_mentioned |= {v.meanings[0][0] for v in typed if len(v.meanings) == 1}
    items: list[Item] = sorted([*mentioned, *named, *computing], key=lambda item: item.start)
    built.build(_each_first(items), root)
    bound = Binding(built, mentioned, computing, named=named, asked=asked, typed=typed)
    bind(bound)
    if not built.labels:
        return None
    built.count_apart()
    whole = Query(
        tuple(built.labels),
        tuple(built.links),
        either_time(built.bounds),
        measure=bound.measure,
        group=bound.group,
        single=bound.single,
        order=bound.order,
        limit=bound.limit,
        shown=tuple(dict.fromkeys(bound.shown)),
        ties=bound.ties,
        listed=tuple(bound.listed),
        across=bound.across,
        skip=bound.skip,
    )
    query = with_none(whole)
    unread = unread_words(question, built, computing, mentioned)
    computes = any(c.kind in COMPUTING for c in computing) or bound.measure is not None
    return Reading(
        query,
        (*unread, *bound.unbound),
        _confidence(bound, unread),
        computes or bound.limit is not None,
        bound.order_doubt,
        bound.asked_first(),
    )


def _confidence(bound: Binding, unread: Sequence[str]) -> float:
    """Return how sure a reading is: 1, less what each word and guess that is open costs."""
    problems = len(bound.built.problems) + len(bound.unbound)
    guesses = bound.built.guesses + bound.order_doubt
    return max(0.0, 1.0 - _UNREAD * len(unread) - _PROBLEM * problems - guesses)


def _each_first(items: Sequence[Item]) -> list[Item]:
    """Put who the rows are of first: the value or the role behind "each"."""
    for cue, item in pairwise(items):
        role = isinstance(item, SchemaMention) and item.agent and not item.of_kind("label")
        if isinstance(cue, Cue) and cue.kind == "each" and (role or isinstance(item, Value)):
            return [item, *(i for i in items if i is not item)]
    return list(items)
