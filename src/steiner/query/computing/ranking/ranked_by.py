"""What rows are ranked by: what "by" and "based on" name, and what a bare "top 5" goes by."""

from __future__ import annotations

from steiner.algebra import Ordering, Owner, PropertyOf
from steiner.query.building.query_graph import EITHER
from steiner.query.computing.meaning.amounts import is_amount
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import NUMERIC


def basis(binding: Binding, *words: str) -> PropertyOf | None:
    """Return what "by revenue", "based on the price" or "in terms of quantity" names.

    With `words` only where one of them says so.
    """
    for cue in binding.kinds("based"):
        said = binding.text[cue.start : cue.end].casefold().split()
        if words and not {*words} & {*said}:
            continue
        if owned := binding.property_behind(cue.end):
            return _of_rows(binding, owned)
    return None


def _of_rows(binding: Binding, own: PropertyOf) -> PropertyOf:
    """Return a property of a named node as that of the rows: Ann's followers by their age.

    Ann's own is the same in every row.
    """
    labels, of = binding.built.labels, own.owner
    named = not of.is_link and of.number and binding.fixed(of.number)
    return own._replace(owner=Owner(0)) if named and labels[0] == labels[of.number] else own


def rank_by(binding: Binding, owned: PropertyOf, descending: bool | None = None) -> None:
    direction = next(iter(binding.kinds("direction")), None)
    if descending is None:  # Names from A to Z, numbers from the highest.
        descending = bool(direction.operator) if direction else not binding.names(owned)
    if binding.limit is None and not binding.kinds("superlative", "adjective", "often"):
        return
    if any(b.property == owned and b.operator in ("=", "contains") for b in binding.built.bounds):
        bare_top(binding)  # "By summary 'Dark'": of all rows the same.
    elif owned.owner == Owner(0):
        binding.order = Ordering(owned, descending)
    else:
        kind = "max" if descending else "min"
        if binding.kinds("distinct"):  # "The most diverse in terms of roles" has most of them.
            kind = "count"
        elif is_amount(owned):
            kind = "sum"  # "Orders by quantity": that of all their lines.
        binding.measure_by(kind, owned)
        binding.order = Ordering(None, descending)


def bare_top(binding: Binding) -> None:
    """Guess what a bare "top 5" goes by: what is counted, a bound property, else a count."""
    if binding.measure is not None:
        binding.order = Ordering(None, True)
        return
    binding.order_doubt = EITHER
    counted = binding.counted_thing()
    if binding.asked is not None and binding.asked.agent and counted is not None:
        binding.count(counted)
        binding.order = Ordering(None, True)
        return
    if _bounded_top(binding):
        return
    if counted is None:
        binding.unbound.append("top")  # Any of them would do.
        return
    binding.count(counted)
    binding.order = Ordering(None, True)


def _bounded_top(binding: Binding) -> bool:
    """Go by the number that a condition compares: "the top 5 films with ratings above 70"."""
    for bound in binding.built.bounds:
        own, down = bound.property, bound.operator.startswith(">")
        if own.kind not in NUMERIC or bound.operator not in (">", ">=", "<", "<="):
            continue
        if own.owner == Owner(0):
            binding.order = Ordering(own, down)
            return True
        if own.owner.is_link:
            binding.measure_by("max" if down else "min", own)
            binding.order = Ordering(None, down)
            return True
    return False
