"""Which measure a question asks for; sums and averages."""

from __future__ import annotations

import re

from steiner.algebra import Ordering, Owner, PropertyOf
from steiner.query.building.query_graph import EITHER
from steiner.query.computing.counting.counted_things import count_things
from steiner.query.computing.counting.counts_across import bind_counts_across
from steiner.query.computing.counting.grouped_by import group_by, group_each
from steiner.query.computing.meaning.amounts import of_what_was_done, only_amount
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import NUMERIC
from steiner.query.computing.ranking.ranked_by import bare_top, basis, rank_by
from steiner.query.computing.ranking.superlatives import bind_superlative
from steiner.query.english.cues import Cue
from steiner.query.naming.schema_words import SchemaMention
from steiner.text import plain_words

_ADDED = {"total", "amount", "sum", "value", "cost"}
_PRICED = re.compile("price|cost", re.IGNORECASE)
"""What a sum of things adds up as often as there are of them, where a quantity tells: unitPrice."""
_IS_SUM = re.compile(r"sum|combined", re.IGNORECASE)
"""Words that count nothing: "the total orders" are how many, "the sum of the orders" is not."""


def bind_measures(binding: Binding) -> None:
    aggregate = next(iter(binding.kinds("average", "sum")), None)
    best = next(iter(binding.kinds("superlative", "adjective", "often")), None)
    top = bool(binding.kinds("top"))
    if aggregate:
        _aggregate(binding, aggregate, best)
    elif best:
        _rank_by_best(binding, best)
    elif counted := binding.kinds("count"):
        count_things(binding, counted[0])
    elif based := basis(binding):
        rank_by(binding, based)
    elif top and binding.order is None:
        bare_top(binding)
    if binding.measure and binding.order is None and (best or top):
        descending = best.operator if best and isinstance(best.operator, bool) else True
        binding.order = Ordering(None, descending)
    each = binding.kinds("each")
    if each and binding.measure and not binding.single:
        group_each(binding, each[0])
    elif binding.measure and binding.single and not best:
        group_by(binding)


def _rank_by_best(binding: Binding, best: Cue) -> None:
    """Rank by what a superlative measures, or by what "by" and "based on" say beside it."""
    if based := basis(binding, "based", "terms", "according"):
        binding.singular()  # "Most similar based on the score", "largest in terms of revenue".
        rank_by(binding, based, bool(best.operator))
        return
    bind_superlative(binding, best)
    said = binding.text[best.start : best.end]
    if said in binding.unbound and (based := basis(binding)):  # "The strongest by weight".
        binding.unbound.remove(said)
        binding.singular()
        rank_by(binding, based, bool(best.operator))


def _aggregate(binding: Binding, cue: Cue, best: Cue | None) -> None:
    if binding.measure is not None and binding.measure.kind == cue.operator:
        return
    numeric = [m for m in binding.properties() if m.start >= cue.end - 1]
    owned = next((p for m in numeric if (p := _numeric(binding, m))), None)
    if owned is None and cue.kind == "sum":
        counted = binding.countable_behind(cue.end)
        owned = _called_as(binding, cue, counted)
        if counted is not None and owned is None and not _IS_SUM.fullmatch(_said(binding, cue)):
            # "The total funding": how much, or how many?
            if counted.is_link and binding.of_kinds([counted], NUMERIC):
                binding.unbound.append(binding.text[cue.start : cue.end])
            binding.count(counted)
            binding.single = counted == Owner(0) and not binding.kinds("each")
            return
    if owned is None and cue.kind == "average" and bind_counts_across(binding, cue):
        return
    if owned is None and re.match(r"\W*number\b", binding.text[cue.end :]):
        binding.unbound.append(binding.text[cue.start : cue.end])
        return
    if owned is None:
        binding.unbound.append(binding.text[cue.start : cue.end])
        return
    priced = cue.kind == "sum" and not owned.owner.is_link and _PRICED.search(owned.name)
    binding.built.guesses += EITHER * bool(priced and only_amount(binding))
    owned = of_what_was_done(binding, owned)
    binding.measure_by(str(cue.operator), owned)
    if best and binding.group is None:
        binding.group = binding.asked_property()  # "Which cities have the highest total …".
    grouped = best or binding.kinds("top", "each") or binding.limit
    if owned.owner == Owner(0) and not binding.kinds("each"):
        binding.single = binding.group is None
    elif not grouped and not binding.bound_of_measure():
        binding.single = binding.asked is None or binding.asked.start > cue.start
    if best is not None:
        binding.order = Ordering(None, bool(best.operator))
        binding.singular()


def _called_as(binding: Binding, cue: Cue, owner: Owner | None) -> PropertyOf | None:
    """Return the number of a thing that is called as a cue is: "the total of order 7".

    Of "the sum of the orders", which is no count, their only one that adds up.
    """
    own = binding.of_kinds([owner] if owner else [], NUMERIC)
    alike = [p for p in own if plain_words(p.name) == _said(binding, cue).casefold()]
    if not alike and _IS_SUM.fullmatch(_said(binding, cue)):
        summed = [p for p in own if _ADDED & {*plain_words(p.name).split()}]
        alike = summed if len(summed) == 1 else []
    return next(iter(alike), None)


def _said(binding: Binding, cue: Cue) -> str:
    return binding.text[cue.start : cue.end]


def _numeric(binding: Binding, mention: SchemaMention) -> PropertyOf | None:
    owned = binding.owned(mention, True)
    if owned and owned.kind in NUMERIC:
        binding.use(mention)
        return owned
    return None
