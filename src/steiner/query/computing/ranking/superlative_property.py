"""Which property a superlative or an adjective measures: the day of the newest, of a verb."""

from __future__ import annotations

from steiner.algebra import Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.query.building.query_graph import EITHER
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import PARTICIPLE
from steiner.query.english.cues import Cue
from steiner.query.english.degrees import MEANT, orders_by_time, says_no_age
from steiner.query.naming.schema_words import SchemaMention
from steiner.text import plain_words


def measured_property(binding: Binding, cue: Cue, word: str) -> PropertyOf | None:
    behind = [m for m in binding.properties() if m.start >= cue.end - 1]
    behind = [m for m in behind if m.start not in binding.flags]
    meant = str((cue.value if cue.kind == "adjective" else MEANT.get(word)) or "")
    behind = [m for m in behind if not _is_no_time(binding, m, word)]
    for mention in behind:
        if len(binding.text[cue.end : mention.start].split()) <= 3:
            owned = binding.owned(mention, True)
            if owned is None and mention.score >= 0.95 and not mention.of_kind("label"):
                owned = binding.owned(mention)
            if owned:
                binding.use(mention)
                return owned
    timely = word in ("earliest", "latest") or (cue.kind == "adjective" and meant == "date")
    if timely and (day := _day_of_verb(binding)):
        return day
    own = _age(binding, word) or binding.hinted(meant)
    return None if own and says_no_age(word, plain_words(own.name)) else own


def _is_no_time(binding: Binding, mention: SchemaMention, word: str) -> bool:
    """Say whether a mention is of numbers that nothing comes first or last by: prices."""
    own = mention.of_kind("property")
    kinds = {binding.schema_of(e).kind for e in own}
    years = any(binding.schema_of(e).tells_time for e in own)
    return (
        bool(own)
        and kinds.isdisjoint(TEMPORAL)
        and not years
        and all(orders_by_time(word, plain_words(e.name)) for e in own)
    )


def _day_of_verb(binding: Binding) -> PropertyOf | None:
    """Return the day that "who was admitted first" goes by: the one a verb begins as, admittedOn.

    Of several that no verb tells apart it is a guess.
    """
    for mention in binding.properties():  # "Who was hired first?"
        kinds = {binding.schema_of(e).kind for e in mention.of_kind("property")}
        verb = PARTICIPLE.fullmatch(binding.text[mention.start : mention.end])
        if verb and kinds <= {*TEMPORAL} and not mention.of_kind("label"):
            binding.use(mention)
            return binding.owned(mention)
    days = binding.days(*binding.node_owners, *binding.link_owners)
    done = [d for d in days if d.owner.is_link and d.owner in binding.built.places.values()]
    # "Who emigrated most recently": by the year of that, not of a birth.
    said = done or days
    binding.built.guesses += EITHER * (len(said) > 1)
    return next(iter(said), None)


def _age(binding: Binding, word: str, variable: int = 0) -> PropertyOf | None:
    """Return the age of a thing, by which the oldest goes where it has one, or None."""
    aged = word in ("oldest", "youngest") and binding.built.labels
    return binding.hinted_of(Owner(variable), "age") if aged else None
