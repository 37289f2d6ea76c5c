"""Which property a superlative or an adjective measures: the day of the newest, of a verb."""

from __future__ import annotations

from steiner.algebra import Owner, PropertyOf
from steiner.algebra.graph_schema import TEMPORAL
from steiner.query.building.query_graph import EITHER
from steiner.query.computing.meaning.amounts import bare_amount
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import PARTICIPLE
from steiner.query.english.cues import MEANT, Cue
from steiner.query.naming.schema_words import base, question_words
from steiner.text import plain_words

_EXTREME = {"highest", "lowest", "greatest", "maximum", "minimum"}


def property_of_thing(binding: Binding, cue: Cue, word: str) -> PropertyOf | None:
    """Return the date or price of what stands behind: "the newest review" of a business."""
    said = binding.countable_behind(cue.end)
    behind = binding.far(said)
    if cue.kind == "often" or behind is None or "number" in str(cue.value):
        return None
    meant = word if cue.kind == "adjective" else MEANT.get(word, "")
    if said and said.is_link and (of_link := binding.hinted_of(said, meant)):
        return of_link  # "The heaviest MEETS relationships", which have a weight.
    near = behind.number
    if said and said.is_link and word in ("oldest", "youngest"):
        link = binding.built.links[said.number]
        near = min(link.source, link.target)  # "The youngest captain": who is one, no club.
    own = _age(binding, word, near) or binding.hinted(meant, near)
    own = own or (bare_amount(binding, Owner(near)) if word in _EXTREME else None)
    if meant == "date" and own:  # "Who was the last person to die": no day of birth.
        named = [d for d in binding.days(Owner(near)) if _is_spoken(binding, d)]
        done = [
            d for d in binding.days(*binding.link_owners) if d.owner in _verbs_behind(binding, cue)
        ]
        own = named[0] if len(named) == 1 else done[0] if len(done) == 1 else own
    if meant == "date" and word not in ("oldest", "youngest") and behind != Owner(0):
        # "Which ward admitted the last patient": none of the patient's days.
        event = Owner(binding.built.entering(behind.number), True)
        dates = [p for p in binding.properties_of(event) if p.kind in TEMPORAL]
        if dates:
            binding.built.guesses += EITHER * (own is not None or len(dates) > 1)
            return PropertyOf(event, dates[0].name, dates[0].kind)
    if own and meant == "date" and word not in ("oldest", "youngest"):
        events = binding.of_kinds(binding.link_owners, TEMPORAL)
        binding.built.guesses += EITHER * bool(events)  # "The newest driver of Ash": hired, or his?
    return own


def measured_property(binding: Binding, cue: Cue, word: str) -> PropertyOf | None:
    behind = [m for m in binding.properties() if m.start >= cue.end - 1]
    behind = [m for m in behind if m.start not in binding.flags]
    meant = str((cue.value if cue.kind == "adjective" else MEANT.get(word)) or "")
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
    return _age(binding, word) or binding.hinted(meant)


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
    said = [day for day in days if _is_spoken(binding, day)] or done or days
    binding.built.guesses += EITHER * (len(said) > 1)
    return next(iter(said), None)


def _age(binding: Binding, word: str, variable: int = 0) -> PropertyOf | None:
    """Return the age of a thing, by which the oldest goes where it has one, or None."""
    aged = word in ("oldest", "youngest") and binding.built.labels
    return binding.hinted_of(Owner(variable), "age") if aged else None


def _is_spoken(binding: Binding, day: PropertyOf) -> bool:
    """Say whether a word of the question is what a day is named by first: "born", birth_year."""
    first = base(plain_words(day.name).split()[0])
    return first in {word.stem for word in question_words(binding.text)}


def _verbs_behind(binding: Binding, cue: Cue) -> set[Owner]:
    """Return the links whose verb stands behind a cue: "the first person to emigrate"."""
    places = binding.built.places.items()
    return {owner for (start, _), owner in places if owner.is_link and start >= cue.end}
