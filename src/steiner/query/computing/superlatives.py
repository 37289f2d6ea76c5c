"""The most, the highest, the most frequent."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.algebra import Measure, Ordering, Owner, PropertyOf
from steiner.query.building.query_graph import EITHER
from steiner.query.computing.amounts import amount_behind, is_of_something_else
from steiner.query.computing.binding import Binding
from steiner.query.computing.places import NAMED, NUMERIC, PARTICIPLE, TEMPORAL
from steiner.query.english.cues import MEANT, Cue
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.schema_words import base, question_words
from steiner.text import plain_words

_WHO = re.compile(r"\W*who(?:m|se)?\b", re.IGNORECASE)
_WHICH_HAS = re.compile(r"\W*(?:which|what)\W+(?:\w+\W+){1,2}(?:has|have|had)\b", re.IGNORECASE)
_TIMES = {"time", "timestamp", "date", "day", "year", "month", "age", "hour", "minute", "second"}
"""Words of numbers that tell when: "the earliest start time"."""
_GERUND = re.compile(r"^\W*(?:\w+ing|used|seen|given|named|listed)\b", re.IGNORECASE)
"""What values do that are there often: "the most frequently appearing summaries"."""
_IN_YEAR = re.compile(r"\W*(?:in\W+)?(?:which|what)\W+year\b", re.IGNORECASE)
_IS_THE = re.compile(r"\b(?:is|was|['’]s)\W+the\W+$", re.IGNORECASE)
_AMOUNTS = ("most", "least", "fewest")


def bind_superlative(binding: Binding, cue: Cue) -> None:
    """Bind "the most orders", "the highest price", "the most common cities"."""
    binding.built.used.append((cue.start, cue.end))
    word = str(cue.value).split()[0] if cue.value else ""
    verbs = {m.end for m in binding.mentions if m.of_kind("type") and not m.of_kind("label")}
    if word in ("oldest", "youngest") and {cue.start, cue.start - 1} & verbs:
        binding.unbound.append(word)  # "Who died youngest": at which age.
        return
    if any(0 <= v.start - cue.end <= 1 for v in binding.typed):
        binding.unbound.append(
            binding.text[cue.start : cue.end]
        )  # "The youngest chair": who is it.
        return
    if word in _AMOUNTS and _IN_YEAR.match(binding.text):
        _ranked_years(binding, cue)
        return
    valued = _grouping(binding, cue) if cue.kind == "often" else None
    asked = binding.asked_property() if cue.kind == "often" and not valued else None
    if asked is not None:  # "Which grade is most common?"
        binding.group = asked
        _rank(binding, asked.owner, bool(cue.operator))
        return
    if valued is not None:
        binding.group = valued
        _rank(binding, valued.owner, bool(cue.operator), True)
        if _is_one_value(binding, cue) and binding.limit is None and not binding.kinds("each"):
            binding.limit = 1
        return
    owned = _of_the_thing(binding, cue, word)
    counted = None if owned else _counted(binding, cue, word)
    if counted is None and owned is None:
        owned = _measured_property(binding, cue, word)
    if counted is None and owned is None and word in _AMOUNTS:
        owned = amount_behind(binding, cue.end)
        counted = None if owned else binding.counted_thing()
        if counted and is_of_something_else(binding, cue.end):
            binding.unbound.append(binding.text[cue.start : cue.end])
    if counted is not None:
        _rank(binding, counted, bool(cue.operator))
    elif owned is not None:
        _by_property(binding, owned, cue, word)
    else:
        binding.unbound.append(binding.text[cue.start : cue.end])


def _is_one_value(binding: Binding, cue: Cue) -> bool:
    """Say whether "what is the most common cause of" asks for one value, and not for the list."""
    first = next(m for m in binding.properties() if m.start >= cue.end)
    noun = binding.text[first.start : first.end].split()[-1].casefold()
    return not singulars(noun) and bool(_IS_THE.search(binding.text[: cue.start]))


def _ranked_years(binding: Binding, cue: Cue) -> None:
    """Bind "in which year were the most films released"."""
    behind, own = binding.countable_behind(cue.end), binding.year_of(len(binding.text))
    if behind != Owner(0) or own is None:
        binding.unbound.append(binding.text[cue.start : cue.end])
        return
    if said := _IN_YEAR.match(binding.text):
        binding.built.used.append(said.span())
    for mention in binding.properties():
        if binding.text[mention.start : mention.end].casefold() == "year":
            binding.use(mention)
    binding.group, binding.limit = own, binding.limit or 1
    _rank(binding, Owner(0), bool(cue.operator))


def _counted(binding: Binding, cue: Cue, word: str) -> Owner | None:
    """Return what the superlative counts: "the most orders" counts orders."""
    behind = binding.countable_behind(cue.end)
    if behind is not None and behind.is_link and _is_of_link(binding, cue, behind):
        return None
    counted = behind if behind != Owner(0) else None
    if cue.kind == "often":
        done = _done(binding, cue)
        return counted or done or binding.counted_thing() or binding.only_link()
    if cue.kind != "superlative" or (MEANT.get(word) and "number" not in str(cue.value)):
        return None  # "The strongest ties" are not the most.
    if behind == Owner(0) and word in _AMOUNTS and len(binding.built.labels) > 1:
        counted = binding.counted_thing()
    if behind == Owner(0) and counted is None and (group := binding.asked_property()):
        binding.group = group
        return behind
    if counted is None and "number" in str(cue.value):
        return behind if behind != Owner(0) else binding.counted_thing()
    return counted


def _done(binding: Binding, cue: Cue) -> Owner | None:
    """Return the link of the verb that stands right before: of "are ordered most often" ORDERS."""
    spans = [(end, o) for (_, end), o in binding.built.places.items() if end <= cue.start]
    end, owner = max(spans, default=(0, None), key=lambda pair: pair[0])
    right_there = cue.start - end <= 1 and owner is not None and owner.is_link
    return owner if right_there else None


def _is_of_link(binding: Binding, cue: Cue, link: Owner) -> bool:
    """Say whether it is the relationship's own property: "the highest PLAYED_FOR weight"."""
    behind = next((m for m in binding.properties() if m.start >= cue.end), None)
    if behind is None or binding.said_between(cue.end, behind).strip():
        return False
    types = binding.built.links[link.number].types
    return any(e.on_type and e.of in types for e in behind.of_kind("property"))


def _of_the_thing(binding: Binding, cue: Cue, word: str) -> PropertyOf | None:
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
    own = binding.hinted(meant, near)
    if meant == "date" and own:  # "Who was the last person to die": no day of birth.
        named = [d for d in _days(binding, [Owner(near)]) if _is_spoken(binding, d)]
        done = [
            d for d in _days(binding, binding.link_owners) if d.owner in _verbs_behind(binding, cue)
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


def _rank(binding: Binding, counted: Owner, descending: bool, plural: bool = False) -> None:
    binding.count(counted)
    binding.order = Ordering(None, descending)
    if not plural:
        binding.singular()


def _descends(binding: Binding, owned: PropertyOf, cue: Cue, word: str) -> bool:
    """Say whether the highest comes first: the oldest person was born first."""
    negative = (c for c in binding.kinds("bound") if c.operator == "<" and c.value == 0)
    if word == "most" and any(0 <= c.start - cue.end <= 1 for c in negative):
        return False  # "The most negative score" is the lowest.
    temporal = owned.kind in TEMPORAL or MEANT.get(word) == "date"
    if word in ("youngest", "newest", "latest") and temporal:
        return True
    return bool(cue.operator) and word not in ("oldest", "earliest")


def _by_property(binding: Binding, owned: PropertyOf, cue: Cue, word: str) -> None:
    descending = _descends(binding, owned, cue, word)
    if word in ("longest", "shortest") and owned.kind == "text":
        owned = owned._replace(kind="length")
    if word in _AMOUNTS and owned.kind in ("text", "list"):
        _measured(binding, "count", owned, descending)
        return
    if word in _AMOUNTS and owned.kind in TEMPORAL:  # "The most diagnoses": no day is the most.
        binding.unbound.append(word)
    extreme = "max" if descending else "min"
    if group := _asked_values(binding):  # "Which floor has the most beds".
        kind = "sum" if word in _AMOUNTS and owned.kind in NUMERIC else extreme
        binding.group, binding.measure = group, Measure(kind, owned)
        binding.order = Ordering(None, descending)
        binding.singular()
        return
    of_nobody = binding.asked is None and not _WHO.match(binding.text)
    asked = of_nobody or _asks_for(binding)
    if asked and not binding.kinds("each") and not _compared(binding):
        binding.measure, binding.single = Measure(extreme, owned), True
    elif asked and binding.kinds("each") and owned.owner == Owner(0):
        _measured(binding, extreme, owned, descending)  # Of each city, a property.
    elif owned.owner == Owner(0):
        binding.order = Ordering(owned, descending)
        binding.singular()
    else:
        # "The most units" are all units together, "the highest price" is one price, and "the
        # stream with the most followers" is one stream.
        amount = word in _AMOUNTS and owned.kind in NUMERIC and not _is_one(binding, owned.owner)
        _measured(binding, "sum" if amount else extreme, owned, descending)


def _asked_values(binding: Binding) -> PropertyOf | None:
    """Return the property whose values are asked for: "which floor has", "which city has"."""
    has = binding.asked is None or _WHICH_HAS.match(binding.text)
    first = {m.start for m in binding.properties()[:1]}
    return binding.asked_property() if has and not first <= binding.consumed else None


def _compared(binding: Binding) -> bool:
    """Say whether named things are compared: "which has more beds, A or B?"."""
    own = (b for b in binding.built.bounds if b.operator == "in" and b.property.owner == Owner(0))
    return any(binding.names(bound.property) for bound in own)


def _measured(binding: Binding, kind: str, over: PropertyOf, descending: bool) -> None:
    binding.measure_by(kind, over)
    binding.order = Ordering(None, descending)
    binding.singular()
    one = _is_one(binding, over.owner)
    if one and binding.limit in (None, 1) and not binding.kinds("each"):
        binding.limit, binding.ties = 1, True  # "Who acted in the newest film": all of them.


def _is_one(binding: Binding, over: Owner) -> bool:
    """Say whether one thing has the most: "which customers placed the newest order"."""
    spans = [span for span, owner in binding.built.places.items() if owner == over]
    last = [binding.text[a:b].split()[-1].casefold() for a, b in spans if not over.is_link]
    return bool(last) and over != Owner(0) and not any(map(singulars, last))


def _asks_for(binding: Binding) -> bool:
    """Say whether the property itself is asked for: "what is the highest unit price of …"."""
    if binding.limit is not None:
        return False
    asked = binding.asked
    first = min(
        (m.start for m in binding.properties() if m.start in binding.consumed - binding.flags),
        default=None,
    )
    wh = re.match(
        r"\W*(?:what|find|show|get|return|give)\b[^,]{0,24}$",
        binding.text[:first] if first is not None else "",
        re.IGNORECASE,
    )
    return bool(wh) and first is not None and (asked is None or asked.start > first)


def _measured_property(binding: Binding, cue: Cue, word: str) -> PropertyOf | None:
    behind = [m for m in binding.properties() if m.start >= cue.end - 1]
    behind = [m for m in behind if m.start not in binding.flags]
    meant = str((cue.value if cue.kind == "adjective" else MEANT.get(word)) or "")
    for mention in behind:
        if len(binding.text[cue.end : mention.start].split()) <= 3:
            owned = binding.owned(mention, True)
            if owned and _is_other(binding, owned, meant):
                continue  # "The most expensive signing to join": no day of joining.
            if owned is None and mention.score >= 0.95 and not mention.of_kind("label"):
                owned = binding.owned(mention)
            if owned:
                binding.use(mention)
                return owned
    timely = word in ("earliest", "latest") or (cue.kind == "adjective" and meant == "date")
    if timely and (day := _day_of_verb(binding)):
        return day
    return binding.hinted(meant) or _of_a_link(binding, meant)


def _is_other(binding: Binding, own: PropertyOf, meant: str) -> bool:
    """Say whether a property is of another kind than an adjective measures: "the earliest goal"."""
    if own.kind in TEMPORAL:
        return meant not in ("", "date")
    known = [p for p in binding.properties_of(own.owner) if p.name == own.name]
    timely = {*plain_words(own.name).split()} & _TIMES or any(p.tells_time for p in known)
    return meant == "date" and own.kind in NUMERIC and not timely


def _of_a_link(binding: Binding, hint: str) -> PropertyOf | None:
    """Return what an adjective measures of the only link that has it: the fee of a purchase."""
    own = [p for owner in binding.link_owners if (p := binding.hinted_of(owner, hint))]
    return own[0] if len(own) == 1 else None


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
    days = [*_days(binding, binding.node_owners), *_days(binding, binding.link_owners)]
    done = [d for d in days if d.owner.is_link and d.owner in binding.built.places.values()]
    # "Who emigrated most recently": by the year of that, not of a birth.
    said = [day for day in days if _is_spoken(binding, day)] or done or days
    binding.built.guesses += EITHER * (len(said) > 1)
    return next(iter(said), None)


def _verbs_behind(binding: Binding, cue: Cue) -> set[Owner]:
    """Return the links whose verb stands behind a cue: "the first person to emigrate"."""
    places = binding.built.places.items()
    return {owner for (start, _), owner in places if owner.is_link and start >= cue.end}


def _is_spoken(binding: Binding, day: PropertyOf) -> bool:
    """Say whether a word of the question is what a day is named by first: "born", birth_year."""
    first = base(plain_words(day.name).split()[0])
    return first in {word.stem for word in question_words(binding.text)}


def _days(binding: Binding, owners: Sequence[Owner]) -> list[PropertyOf]:
    """Return the days and years that variables or links have."""
    return [
        PropertyOf(owner, p.name, p.kind)
        for owner in owners
        for p in binding.properties_of(owner)
        if p.kind in TEMPORAL or (p.kind == "number" and p.tells_time)
    ]


def _grouping(binding: Binding, cue: Cue) -> PropertyOf | None:
    """Return the property whose values are counted: "the most common ship cities for …"."""
    for mention in binding.properties():
        if mention.start < cue.end:
            continue
        between = _GERUND.sub("", binding.said_between(cue.end, mention)).split()
        behind = re.match(
            r"s?\W*(?:$|(?:for|of|in|on|across|among|by|from|used|associated|that|with)\b)",
            binding.text[mention.end :],
        )
        valued = not mention.of_kind("label") and mention.score >= NAMED
        if valued and len(between) <= 1 and behind:
            binding.use(mention)
            return binding.owned(mention)
    return None
