"""What a question does with its variables: bounds, measures, order, limit, what is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from steiner.algebra import Bound, Measure, Ordering, Owner, PropertyOf, QueryLink
from steiner.graph_schema import PropertySchema
from steiner.query.cues import MEANT, Cue
from steiner.query.linked_values import Value
from steiner.query.schema_mentions import Element, SchemaMention
from steiner.query.structure import Structure
from steiner.text import plain_words

_TEMPORAL = ("date", "date as text")
_NUMERIC = ("number", "number as text")
_SPELT = 0.95
"""Least score of words that are those of the schema."""
_NAMED = 0.7
"""Least score of words that name a property whose values are counted."""
_RANKING = ("superlative", "adjective", "often")
_GROUPED = re.compile(r"\W*(?:$|(?:for|of|in|on|across|among|by|from|used|associated|that|with)\b)")
"""What follows a property whose values are counted: "the most common cities of customers"."""
_WHICH = re.compile(r"\W*(?:which|what)\W+(?:different|distinct)?\W*", re.IGNORECASE)
_EVERY = re.compile(r"\b(?:all(?:\s+of)?\s+(?:their|its|his|her)|only)\s+", re.IGNORECASE)
_NO_SUCH = re.compile(
    r"(?:(?:not|n't|never)\W+(?:\w+\W+)?any|\bno|\bwithout(?:\W+any)?)\W+$", re.IGNORECASE
)
"""Before what there is not: "do not have any discontinued products"."""
_AGAINST = re.compile(
    r"\W*(?:(?:is|are|was|were|has|have)\W+)?(?P<not>not\W+)?(?:(?P<less>before|below|under|"
    r"(?:earlier|less|lower|fewer|smaller|shorter)\W+than)|(?P<more>after|above|over|exceed(?:s|ed)?|"
    r"(?:later|more|greater|higher|larger|longer)\W+than)|(?P<same>equals?(?:\W+to)?|the\W+same\W+as))"
    r"\W+(?:(?:the|their|its|his|her)\W+)?",
    re.IGNORECASE,
)
"""What stands between two properties that are compared: "shipped before the required date"."""
_LENGTH = re.compile(r"\b(?:length|long|characters|letters)\b", re.IGNORECASE)
_FILLER = re.compile(r"^\W*(?:(?:the|a|an|of|is|are|was|were|has|have|had|that|with|value|"
                     r"level|length|count|cost|year|date|in|on|as|to|be|been|charge|charges|amount|"
                     r"rate|listed|at|applied|being|total|timestamp)\W+|\W)*$",
                     re.IGNORECASE)  # fmt: skip


@dataclass
class Computations:
    """Binds the cues of a question to what `built` holds."""

    built: Structure
    mentions: Sequence[SchemaMention]
    cues: Sequence[Cue]
    named: Sequence[Value] = ()
    asked: SchemaMention | None = None
    measure: Measure | None = None
    order: Ordering | None = None
    limit: int | None = None
    group: PropertyOf | None = None
    single: bool = False
    shown: list[PropertyOf] = field(default_factory=list)
    unbound: list[str] = field(default_factory=list)
    consumed: set[int] = field(default_factory=set)
    flags: set[int] = field(default_factory=set)
    guessed: bool = False

    def bind(self) -> None:
        """Bind everything; what cannot be bound is noted in `unbound`."""
        self._against()
        self._bounds()
        self._equals()
        self._presence()
        self._limits()
        self._measures()
        self._ordered()
        self._every()
        self._asked_values()
        self._shown()

    # --- places -----------------------------------------------------------------------------
    @property
    def _text(self) -> str:
        return self.built.text

    def _properties(self) -> list[SchemaMention]:
        return [m for m in self.mentions if m.of_kind("property")]

    def _owners(self, element: Element) -> Iterator[Owner]:
        """Yield the variables and links that have a property, the root first."""
        if element.on_type:
            for i, link in enumerate(self.built.links):
                if element.of in link.types:
                    yield Owner(i, True)
            return
        for i, label in enumerate(self.built.labels):
            if label == element.of:
                yield Owner(i)

    def _owned(self, mention: SchemaMention, numeric: bool = False) -> PropertyOf | None:
        """Return the property that a mention means: of what is there, else of what can be reached.

        With `numeric` text properties are passed over.
        """
        options = mention.of_kind("property")
        if numeric:
            options = [
                e for e in options if self._schema(e).kind in (*_NUMERIC, *_TEMPORAL, "list")
            ]
        owned = [(owner, e) for e in options for owner in self._owners(e)]
        if owned:
            before = self._place_before(mention.start)
            far = self._far(before)  # "a subsidiary with a revenue of": the subsidiary's.
            owner, element = min(
                owned, key=lambda p: (p[0] != before, p[0] != far, p[0].is_link, p[0].number)
            )
            return PropertyOf(owner, element.name, self._schema(element).kind)
        for element in options:
            owner_or_none = self._reached(element, self._place_before(mention.start))
            if owner_or_none is not None:
                return PropertyOf(owner_or_none, element.name, self._schema(element).kind)
        return None

    def _reached(self, element: Element, near: Owner | None = None) -> Owner | None:
        built = self.built
        if not built.labels:
            if element.on_type:
                return None
            built.build([], element.of)
            return Owner(0)
        if not element.on_type:
            before = built.current
            ok = built._reach(element.of, False)
            owner, built.current = Owner(built.current), before
            return owner if ok else None
        first = [near.number] if near and not near.is_link else []
        for at in dict.fromkeys([*first, *range(len(built.labels))]):
            hop = built._hop(at, element.of, "")
            if hop:
                before = built.current
                number = built._link(at, hop, False)
                built.current = before
                return Owner(number, True)
        return None

    def _schema(self, element: Element) -> PropertySchema:
        schema = self.built.schema
        return (schema.types if element.on_type else schema.labels)[element.of][element.name]

    def _place_before(self, position: int) -> Owner | None:
        spans = [(end, owner) for (_, end), owner in self.built.places.items() if end <= position]
        return max(spans, key=lambda pair: pair[0])[1] if spans else None

    def _far(self, owner: Owner | None) -> Owner | None:
        """Return the variable that a link leads to; a variable as it is."""
        return Owner(self.built.far(owner.number)) if owner and owner.is_link else owner

    def _countable_behind(self, position: int) -> Owner | None:
        """Return the noun or verb that stands right behind a position."""
        for (start, _), owner in sorted(self.built.places.items()):
            between = self._between(position, start) if start >= position else None
            if between is not None:
                close = re.fullmatch(
                    r"\W*(?:(?:the|of|different|distinct|unique|other|such|total|number)\W+)*",
                    between,
                    re.IGNORECASE,
                )
                return owner if close else None
        return None

    def _between(self, start: int, end: int) -> str:
        """Return the text between two places, without the flags in it: "the most discontinued"."""
        flags = [m for m in self.mentions if m.start in self.flags and start <= m.start < end]
        text = self._text[start:end]
        for mention in flags:
            text = text.replace(self._text[mention.start : mention.end], "")
        return text

    def _against(self) -> None:
        """Compare two properties of one node: "shipped after the required date"."""
        properties = self._properties()
        for one, other in pairwise(properties):
            said = _AGAINST.fullmatch(self._text[one.end : other.start])
            left, right = (self._owned(one), self._owned(other)) if said else (None, None)
            if said and left and right and left.owner == right.owner and left != right:
                operator = "<" if said["less"] else ">" if said["more"] else "="
                self.built.bounds.append(Bound(left, operator, right, bool(said["not"])))
                self.built.used.append((one.end, other.start))
                self._use(one)
                self._use(other)

    # --- bounds -----------------------------------------------------------------------------
    def _bounds(self) -> None:
        for i, cue in enumerate(self.cues):
            bounds = cue.kind in ("bound", "decade", "year", "month", "text")
            if bounds and not self._bound(i, cue):
                self.unbound.append(self._text[cue.start : cue.end])

    def _bound(self, place: int, cue: Cue) -> bool:
        negated = (
            place > 0
            and self.cues[place - 1].kind == "not"
            and (cue.start - self.cues[place - 1].end < 12)
        )
        if cue.kind == "bound" and isinstance(cue.value, int | float):
            before = self._property_before(cue.start, True)
            if before is None:
                counted = self._countable_behind(cue.end)
                if counted is not None and counted != Owner(0):
                    self._having(cue, counted)
                    return True
                behind = self._property_behind(cue.end, True)
                if behind is not None:
                    return self._compare(behind, cue, negated)
                beside = self._property_behind(cue.end, close=True)
                if beside is not None:
                    self._having(cue, beside)  # "in more than two regions"
                    return beside.owner != Owner(0)
                year = self._fitting(cue) if 1500 <= cue.value <= 2100 else None
                if year is not None:
                    return self._compare(year, cue, negated)
                if self._count_before(cue):
                    return True
            else:
                return self._compare(before, cue, negated)
        numeric = cue.kind != "text"
        own = self._hinted_date(cue) if cue.kind == "year" else None
        own = own or self._property_before(cue.start, numeric, far=True)
        own = own or (self._property_behind(cue.end, numeric) if cue.kind != "year" else None)
        own = own or (self._said_inside(cue) if cue.kind == "text" else self._fitting(cue))
        return own is not None and self._compare(own, cue, negated)

    def _said_inside(self, cue: Cue) -> PropertyOf | None:
        """Return the text that "containing the text 'x'" names, else what names the node before."""
        before, labels = self._far(self._place_before(cue.start)), self.built.labels
        if before is None or before.number >= len(labels):
            return None
        label = labels[before.number]
        own = self.built.schema.labels.get(label, {})
        said = {*self._text[cue.start : cue.end].casefold().split()}
        name = next((n for n in own if plain_words(n) in said), self.built.schema.names.get(label))
        return PropertyOf(before, name, own[name].kind) if name and name in own else None

    def _having(self, cue: Cue, over: Owner | PropertyOf) -> None:
        having = [(cue.operator, cue.value)]
        if cue.last is not None:
            having = [(">=", cue.value), ("<=", cue.last)]
        self.measure = Measure("count", over, tuple(having))

    def _count_before(self, cue: Cue) -> bool:
        """Bind "a number of orders above 5"."""
        counts = [c for c in self.cues if c.kind == "count" and c.end <= cue.start]
        owner = self._countable_behind(counts[-1].end) if counts else None
        if owner is None or owner == Owner(0):
            return False
        self._having(cue, owner)
        return True

    def _property_before(
        self, position: int, numeric: bool, far: bool = False
    ) -> PropertyOf | None:
        near = [m for m in self._properties() if m.end <= position]
        for mention in reversed(near[-2:]):
            between = self._text[mention.end : position]
            if _FILLER.match(between) or (far and len(between.split()) <= 4):
                owned = self._owned(mention, numeric)
                if owned:
                    self._use(mention)
                    return owned
        return None

    def _property_behind(
        self, position: int, numeric: bool = False, close: bool = False
    ) -> PropertyOf | None:
        """Return the property behind a place, small words between; `close`: none between."""
        for mention in self._properties():
            if mention.start >= position:
                between = self._text[position : mention.start]
                if not between.strip() if close else _FILLER.match(between):
                    owned = self._owned(mention, numeric)
                    if owned:
                        self._use(mention)
                    return owned
                return None
        return None

    def _use(self, mention: SchemaMention) -> None:
        self.consumed.add(mention.start)
        self.built.used.append((mention.start, mention.end))

    def _fitting(self, cue: Cue) -> PropertyOf | None:
        """Return a property of a variable whose values may be what a bare bound compares."""
        wanted = cue.value if isinstance(cue.value, int | float) else None
        dated = cue.kind in ("year", "decade", "month") or isinstance(cue.value, str)
        # "acted in from 1990": what was acted in.
        before = self._far(self._place_before(cue.start))
        numbers = range(len(self.built.labels))
        order = sorted(numbers, key=lambda i: (Owner(i) != before, i))
        for i in order:
            properties = self.built.schema.labels.get(self.built.labels[i], {}).values()
            for p in sorted(properties, key=lambda p: not self._hinted_by(p.name, cue.start)):
                if dated and p.kind in _TEMPORAL and cue.kind != "text":
                    self.guessed = True
                    return PropertyOf(Owner(i), p.name, p.kind)
            numbers_of = [p for p in properties if p.kind in _NUMERIC and wanted is not None]
            fits = [p for p in numbers_of if self._hinted_by(p.name, cue.start)] or [
                p
                for p in numbers_of
                if (wanted or 0) > 1000 and p.most > 1000 and p.holds(wanted or 0)
            ]
            if len(fits) == 1 and cue.kind != "text":
                self.guessed = True
                return PropertyOf(Owner(i), fits[0].name, fits[0].kind)
        return None

    def _hinted_date(self, cue: Cue) -> PropertyOf | None:
        """Return the date whose name a verb right before begins: "required in the year 1997"."""
        own = self.built.schema.labels.get(self.built.labels[0], {}) if self.built.labels else {}
        hinted = [p for p in own.values() if p.kind in _TEMPORAL]
        hinted = [p for p in hinted if self._hinted_by(p.name, cue.start)]
        return PropertyOf(Owner(0), hinted[0].name, hinted[0].kind) if len(hinted) == 1 else None

    def _aggregated(self, own: PropertyOf, cue: Cue) -> bool:
        """Take a bound on "the average price" as one on the measure."""
        for other in self._kinds("average", "sum"):
            between = self._text[other.end : cue.start]
            if other.end <= cue.start and len(between.split()) <= 5 and own.kind in _NUMERIC:
                having = [(cue.operator, cue.value)]
                if cue.last is not None:
                    having = [(">=", cue.value), ("<=", cue.last)]
                self.measure = Measure(other.operator, own, tuple(having))
                return True
        return False

    def _hinted_by(self, name: str, position: int) -> bool:
        """Say whether a word right before a place begins as a name does: "required in 1997"."""
        first = plain_words(name).split()[0]
        before = self._text[:position].casefold().split()[-4:]
        return len(first) >= 4 and any(word.startswith(first) for word in before)

    def _compare(self, own: PropertyOf, cue: Cue, negated: bool) -> bool:
        near = self._text[max(0, cue.start - 30) : cue.end + 15]
        if own.kind == "text" and cue.kind == "bound" and _LENGTH.search(near):
            own = own._replace(kind="length")
        if cue.kind == "bound" and self._aggregated(own, cue):
            return True
        add = self.built.bounds.append
        self.built.used.append((cue.start, cue.end))
        temporal = own.kind in _TEMPORAL
        if cue.kind == "text":
            add(Bound(own, cue.operator, cue.value, negated))
        elif cue.kind == "decade":
            operators = ("year>=", "year<=") if temporal else (">=", "<=")
            add(Bound(own, operators[0], cue.value))
            add(Bound(own, operators[1], int(cue.value) + 9))
        elif cue.kind == "month":
            add(Bound(own, "month", cue.last))
            if cue.value is not None:
                add(Bound(own, "year=", int(cue.value)))
        elif cue.kind == "year":
            add(Bound(own, "year=" if temporal else "=", int(cue.value), negated))
        elif cue.last is not None:
            prefix = "year" if temporal and isinstance(cue.value, int) else ""
            add(Bound(own, f"{prefix}>=", cue.value))
            add(Bound(own, f"{prefix}<=", cue.last))
        else:
            prefix = "year" if temporal and isinstance(cue.value, int) else ""
            add(Bound(own, f"{prefix}{cue.operator}", cue.value, negated))
        return True

    def _equals(self) -> None:
        """Bind what stands right beside a property: "a rating of 100", "summary 'Dark'"."""
        for cue in self._kinds("number"):
            own = self._property_before(cue.start, True)
            if own is None and cue.value == 0:
                own = self._property_behind(cue.end)
            if own is not None:
                self._compare(own, replace(cue, kind="bound", operator="="), False)
        for value in self.named:
            if not value.quoted or any(a <= value.start < b for a, b in self.built.used):
                continue
            own = self._property_before(value.start, False, far=True)
            own = own or self._property_behind(value.end + 1)
            if own is None:
                continue
            operator = "contains" if own.kind == "list" else "="
            self.built.bounds.append(Bound(own, operator, value.text))
            self.built.used.append((value.start, value.end))

    def _presence(self) -> None:
        for mention in self._properties():
            if mention.start in self.consumed:
                continue
            before = self._text[: mention.start]
            behind = self._text[mention.end :]
            flag = next(
                (e for e in mention.of_kind("property") if self._schema(e).kind == "yes or no"),
                None,
            )
            flag = flag if mention.score >= _SPELT else None
            if flag is not None:
                owned = self._owned(mention)
                if owned:
                    any_ = _NO_SUCH.search(before) and self._negate(owned.owner)
                    no = not any_ and re.search(r"(?:\bnot|\bnever|n't)\W+(?:\w+\W+)?$", before)
                    self.built.bounds.append(Bound(owned, "=", not no))
                    self._use(mention)
                    self.flags.add(mention.start)
                continue
            stocked = re.search(r"\b(out\W+of|in)\W+$", before, re.IGNORECASE)
            if stocked and mention.score < 0.95:
                owned = self._owned(mention, True)
                if owned and owned.kind in _NUMERIC:
                    operator = "=" if stocked[1].casefold() != "in" else ">"
                    self.built.bounds.append(Bound(owned, operator, 0))
                    self._use(mention)
                continue
            missing = re.search(
                r"\b(?:without|lacks?|lacking|no|missing)\W+(?:an?\W+|any\W+)?"
                r"(?:specified\W+|listed\W+)?$",
                before,
                re.IGNORECASE,
            )
            missing = missing or re.search(
                r"(?:not|n't)\W+(?:have|has)\W+(?:an?\W+|any\W+)?(?:listed\W+|specified\W+)?$",
                before,
                re.IGNORECASE,
            )
            absent = re.match(
                r"\W+(?:\w+\W+)?(?:is|are)\W+(?:missing|null|empty|not\W+(?:listed|specified|available|known|given))",
                behind,
                re.IGNORECASE,
            )
            there = re.match(r"\W+(?:listed|specified|available|recorded|provided)\b", behind)
            there = there or re.search(r"\b(?:have|has|having|with)\W+(?:an?)\W+$", before)
            if missing or absent or there:
                owned = self._owned(mention)
                if owned:
                    operator = "missing" if missing or absent else "present"
                    self.built.bounds.append(Bound(owned, operator))
                    self._use(mention)

    def _negate(self, owner: Owner) -> bool:
        """Take the link to a variable as one that there is not."""
        if owner.is_link or owner.number == 0:
            return False
        number = next(i for i in range(len(self.built.links)) if self.built.far(i) == owner.number)
        self.built.links[number] = replace(self.built.links[number], negated=True)
        return True

    # --- limit ------------------------------------------------------------------------------
    def _limits(self) -> None:
        for cue in self.cues:
            if cue.kind in ("top", "first", "last") and isinstance(cue.value, int):
                self.limit = cue.value
            elif (cue.start, cue.end) in self.built.used:
                continue
            elif cue.kind == "number" and self.limit is None and isinstance(cue.value, int):
                asked = self.asked
                if any(0 <= c.start - cue.end <= 3 for c in self._kinds(*_RANKING)):
                    self.limit = cue.value
                    continue
                if asked is None:
                    asked = next((m for m in self.mentions if m.of_kind("label")), None)
                near = asked is not None and 0 <= asked.start - cue.end <= 25
                if near and asked and len(self._text[cue.end : asked.start].split()) <= 2:
                    self.limit = cue.value
                    self.built.used.append((cue.start, cue.end))
                elif not any(a <= cue.start < b for a, b in self.built.used):
                    self.unbound.append(self._text[cue.start : cue.end])

    # --- measure ----------------------------------------------------------------------------
    def _kinds(self, *kinds: str) -> list[Cue]:
        return [cue for cue in self.cues if cue.kind in kinds]

    def _measures(self) -> None:
        aggregate = next(iter(self._kinds("average", "sum")), None)
        best = next(iter(self._kinds("superlative", "adjective", "often")), None)
        top = bool(self._kinds("top"))
        if aggregate:
            self._aggregate(aggregate, best)
        elif best:
            self._best(best)
        elif counted := self._kinds("count"):
            self._counted(counted[0])
        elif based := self._based():
            self._by(based)
        elif top and self.order is None:
            self._bare_top()
        if self.measure and self.order is None and (best or top):
            descending = best.operator if best and isinstance(best.operator, bool) else True
            self.order = Ordering(None, descending)
        each = self._kinds("each")
        if each and self.measure and not self.single:
            self._each(each[0])

    def _aggregate(self, cue: Cue, best: Cue | None) -> None:
        if self.measure is not None and self.measure.kind == cue.operator:
            return
        numeric = [m for m in self._properties() if m.start >= cue.end - 1]
        owned = next((p for m in numeric if (p := self._numeric(m))), None)
        if owned is None and cue.kind == "sum":
            counted = self._countable_behind(cue.end)
            if counted is not None:
                self._count(counted)
                return
        if owned is None and re.match(r"\W*number\b", self._text[cue.end :]):
            self.unbound.append(self._text[cue.start : cue.end])
            return
        if owned is None:
            self.unbound.append(self._text[cue.start : cue.end])
            return
        self.measure = Measure(cue.operator, owned, self._over_measure())
        grouped = best or self._kinds("top", "each", "based") or self.limit
        if owned.owner == Owner(0) and not self._kinds("each"):
            self.single = not self._grouped_by_property()
        elif not grouped and not self.measure.having:
            self.single = self.asked is None or self.asked.start > cue.start
        if best is not None:
            self.order = Ordering(None, bool(best.operator))
            self._singular()

    def _numeric(self, mention: SchemaMention) -> PropertyOf | None:
        owned = self._owned(mention, True)
        if owned and owned.kind in _NUMERIC:
            self._use(mention)
            return owned
        return None

    def _over_measure(self) -> tuple[tuple[str, float], ...]:
        return self.measure.having if self.measure else ()

    def _grouped_by_property(self) -> bool:
        return self.group is not None

    def _best(self, cue: Cue) -> None:
        self.built.used.append((cue.start, cue.end))
        word = str(cue.value).split()[0] if cue.value else ""
        descending = bool(cue.operator)
        counted = None
        if cue.kind == "often":
            valued = self._grouping(cue)
            if valued is not None:
                self.group = valued
                self._count(valued.owner)
                self.order = Ordering(None, descending)
                return
            behind = self._countable_behind(cue.end)
            counted = behind if behind not in (None, Owner(0)) else self._counted_thing()
        elif cue.kind == "superlative":
            behind = self._countable_behind(cue.end)
            counted = behind if behind not in (None, Owner(0)) else None
            if (
                behind == Owner(0)
                and word in ("most", "least", "fewest")
                and len(self.built.labels) > 1
            ):
                counted = self._counted_thing()
            if behind == Owner(0) and counted is None and (group := self._asked_property()):
                self.group = group
                counted = behind
            if counted is None and "number" in str(cue.value):
                counted = behind if behind != Owner(0) else self._counted_thing()
        if counted is not None:
            self._count(counted)
            self.order = Ordering(None, descending)
            self._singular()
            return
        owned = self._measured_property(cue, word)
        if owned is None:
            counted = self._counted_thing() if word in ("most", "least", "fewest") else None
            if counted is None:
                self.unbound.append(self._text[cue.start : cue.end])
                return
            self._count(counted)
            self.order = Ordering(None, descending)
            self._singular()
            return
        if word in ("longest", "shortest") and owned.kind == "text":
            owned = owned._replace(kind="length")
        varied = bool(self._kinds("distinct")) or owned.kind == "text"
        if word in ("most", "least", "fewest") and owned.kind in ("text", "list") and varied:
            self.measure = Measure("count", owned)
            self.order = Ordering(None, descending)
            self._singular()
            return
        temporal = owned.kind in _TEMPORAL or MEANT.get(word) == "date"
        if word in ("oldest", "earliest"):
            descending = False
        elif word in ("youngest", "newest", "latest") and temporal:
            descending = True
        if self.asked is None or self._asks_for():
            self.measure = Measure("max" if descending else "min", owned)
            self.single = True
        elif owned.owner == Owner(0):
            self.order = Ordering(owned, descending)
            self._singular()
        else:
            # "The most units" are all units together, "the highest price" is one price.
            amount = word in ("most", "least", "fewest") and owned.kind in _NUMERIC
            kind = "sum" if amount else "max" if descending else "min"
            self.measure = Measure(kind, owned)
            self.order = Ordering(None, descending)
            self._singular()

    def _asks_for(self) -> bool:
        """Say whether the property itself is asked for: "what is the highest unit price of …"."""
        if self.limit is not None:
            return False
        asked = self.asked
        first = min((m.start for m in self._properties() if m.start in self.consumed), default=None)
        wh = re.match(
            r"\W*(?:what|find|show|get|return|give)\b[^,]{0,24}$",
            self._text[:first] if first is not None else "",
            re.IGNORECASE,
        )
        return bool(wh) and first is not None and (asked is None or asked.start > first)

    def _measured_property(self, cue: Cue, word: str) -> PropertyOf | None:
        behind = [m for m in self._properties() if m.start >= cue.end - 1]
        behind = [m for m in behind if m.start not in self.flags]
        for mention in behind:
            if len(self._text[cue.end : mention.start].split()) <= 3:
                owned = self._owned(mention, True)
                if owned is None and mention.score >= 0.95 and not mention.of_kind("label"):
                    owned = self._owned(mention)
                if owned:
                    self._use(mention)
                    return owned
        hint = cue.value if cue.kind == "adjective" else MEANT.get(word, "")
        return self._hinted(str(hint or ""))

    def _hinted(self, hint: str) -> PropertyOf | None:
        """Return the property of the root that an adjective measures: a price, a date."""
        if not self.built.labels or not hint:
            return None
        own = self.built.schema.labels.get(self.built.labels[0], {})
        for p in own.values():
            if hint in plain_words(p.name).split() and p.kind in (*_NUMERIC, *_TEMPORAL):
                return PropertyOf(Owner(0), p.name, p.kind)
        if hint == "date":
            for p in own.values():
                if p.kind in _TEMPORAL or (p.kind == "number" and p.least > 1000 and p.most < 2200):
                    return PropertyOf(Owner(0), p.name, p.kind)
        return None

    def _grouping(self, cue: Cue) -> PropertyOf | None:
        """Return the property whose values are counted: "the most common ship cities for …"."""
        for mention in self._properties():
            between = self._text[cue.end : max(cue.end, mention.start)].split()
            behind = re.match(
                r"\W*(?:$|(?:for|of|in|on|across|among|by|from|used|associated|that|with)\b)",
                self._text[mention.end :],
            )
            valued = not mention.of_kind("label") and mention.score >= _NAMED
            if valued and mention.start >= cue.end and len(between) <= 1 and behind:
                self._use(mention)
                return self._owned(mention)
        return None

    def _asked_property(self) -> PropertyOf | None:
        """Return the property asked for before any noun: "which city has the most shops"."""
        first = min((start for start, _ in self.built.places), default=0)
        for mention in self._properties():
            unused = mention.start not in self.consumed
            if (
                unused
                and mention.end <= first
                and not mention.of_kind("label")
                and mention.score >= _NAMED
            ):
                owned = self._owned(mention)
                if owned and owned.owner == Owner(0):
                    self._use(mention)
                    return owned
        return None

    def _counted_thing(self) -> Owner | None:
        """Return what belongs to the root and can be counted: the first variable behind it."""
        positive = [i for i, link in enumerate(self.built.links) if not link.negated]
        if not positive:
            return None
        far = max(self.built.links[positive[0]].source, self.built.links[positive[0]].target)
        return Owner(positive[0], True) if self._fixed(far) else Owner(far)

    def _fixed(self, variable: int) -> bool:
        """Say whether a variable is a named node: one thing, which nobody counts."""
        return any(
            b.property.owner == Owner(variable) and b.operator in ("=", "in")
            and self.built.schema.names.get(self.built.labels[variable]) == b.property.name
            for b in self.built.bounds
        )  # fmt: skip

    def _count(self, over: Owner) -> None:
        having = self.measure.having if self.measure else ()
        self.measure = Measure("count", over, having)

    def _singular(self) -> None:
        """ "Which person …": one; "which persons …": all, best first."""
        if self.limit is None and self.asked is not None:
            noun = self._text[self.asked.start : self.asked.end].casefold()
            plural = noun.endswith("s") or noun in ("people", "men", "women", "children")
            plural = plural and not re.match(r"\W*who\W+(?:has|is|was|does)\b", self._text, re.I)
            self.limit = None if plural else 1
        elif self.limit is None:
            self.limit = 1

    def _counted(self, cue: Cue) -> None:
        self.built.used.append((cue.start, cue.end))
        owner = self._countable_behind(cue.end)
        if owner is None and (own := self._property_behind(cue.end)) is not None:
            # "How many transactions", kept as a number, are added up; other values are counted.
            self.measure = Measure("sum" if own.kind in _NUMERIC else "count", own)
            self.single = not self._kinds("each")
            return
        if self.measure is not None and self.measure.having and owner == Owner(0):
            self.single = True
            return
        if owner is None:
            owner = self._counted_thing() if len(self.built.labels) > 1 else Owner(0)
        if owner is None:
            self.unbound.append("count")
            return
        self._count(owner)
        if owner == Owner(0):
            self.single = not self._kinds("each")
        elif self._kinds("top", "based") or self.limit:
            self.order = self.order or Ordering(None, True)

    def _based(self) -> Cue | None:
        for cue in self._kinds("based"):
            behind = self._text[cue.end :]
            verb = re.search(r"\b(?:ed|en|wn|de|ught|lt|old)\s*$", self._text[: cue.start])
            if not verb and behind:
                return cue
        return None

    def _by(self, cue: Cue) -> None:
        owned = self._property_behind(cue.end)
        if owned is not None and self.limit is not None:
            if owned.owner == Owner(0):
                self.order = Ordering(owned, True)
            else:
                self.measure = Measure("max", owned, self._over_measure())
                self.order = Ordering(None, True)
        elif self._kinds("top"):
            self._bare_top()

    def _bare_top(self) -> None:
        """Guess what a bare "top 5" goes by: what is counted, a bound property, else a count."""
        if self.measure is not None:
            self.order = Ordering(None, True)
            return
        self.guessed = True
        counted = self._counted_thing()
        if self.asked is not None and self.asked.agent and counted is not None:
            self._count(counted)
            self.order = Ordering(None, True)
            return
        for bound in self.built.bounds:
            numeric = bound.property.kind in _NUMERIC
            if numeric and bound.operator in (">", ">=", "<", "<="):
                descending = bound.operator.startswith(">")
                if bound.property.owner == Owner(0):
                    self.order = Ordering(bound.property, descending)
                elif self.measure is None:
                    self.measure = Measure("max" if descending else "min", bound.property)
                    self.order = Ordering(None, descending)
                return
        if counted is not None:
            self._count(counted)
            self.order = Ordering(None, True)

    def _each(self, cue: Cue) -> None:
        for mention in self._properties():
            if 0 <= mention.start - cue.end <= 2:
                owned = self._owned(mention)
                if owned and owned.owner == Owner(0):
                    self.group, self.single = owned, False
                    self._use(mention)

    # --- order, shown -----------------------------------------------------------------------
    def _ordered(self) -> None:
        cues = self._kinds("order")
        direction = next(iter(self._kinds("direction")), None)
        if cues and self.order is None:
            owned = self._property_behind(cues[0].end)
            self.built.used.append((cues[0].start, cues[0].end))
            if owned is not None and owned.owner == Owner(0):
                down = direction is not None and bool(direction.operator)
                self.order = Ordering(owned, down)
            elif self.measure:
                self.order = Ordering(None, not (direction and not direction.operator))
            elif "alpha" in str(cues[0].value) and self.built.labels:
                name = self.built.schema.names.get(self.built.labels[0])
                self.order = Ordering(PropertyOf(Owner(0), name), False) if name else None
        for cue in self._kinds("first", "last"):
            if self.order is None and self.measure is None and self.built.labels:
                owned = self._hinted("date")
                if owned is not None:
                    self.order = Ordering(owned, cue.kind == "last")
                    self.guessed = True
                elif cue.kind == "last":
                    self.unbound.append("last")

    def _asked_values(self) -> None:
        """Read "which beneficiary banks received …" as values of the property, each once."""
        computed = self.measure or self.order or self.group or self.limit
        for mention in self._properties()[:1]:
            spelt = mention.score >= _SPELT and not mention.of_kind("label")
            if spelt and not computed and _WHICH.fullmatch(self._text[: mention.start]):
                self.group = self._asked_property()

    def _every(self) -> None:
        """Read "all their products cost over 20" as products, and none that do not."""
        said, built = _EVERY.search(self._text), self.built
        behind = [(at, o) for (at, _), o in built.places.items() if said and at >= said.end()]
        owner = self._far(min(behind, key=lambda pair: pair[0])[1]) if behind else None
        own = [bound for bound in built.bounds if bound.property.owner == owner]
        if said is None or owner in (None, Owner(0)) or len(own) != 1 or own[0].negated:
            return
        assert owner is not None
        number = next(i for i in range(len(built.links)) if built.far(i) == owner.number)
        built.labels.append(built.labels[owner.number])
        other = len(built.labels) - 1
        link = built.links[number]
        ends = [other if end == owner.number else end for end in (link.source, link.target)]
        built.links.append(QueryLink(link.types, ends[0], ends[1], negated=True))
        of = own[0].property._replace(owner=Owner(other))
        built.bounds.remove(own[0])
        built.bounds.append(replace(own[0], property=of, negated=True))
        built.used.append(said.span())

    def _shown(self) -> None:
        for mention in self._properties():
            if mention.start not in self.consumed and not mention.of_kind("label"):
                owned = self._owned_here(mention)
                if owned is not None:
                    self.shown.append(owned)
                    self._use(mention)

    def _owned_here(self, mention: SchemaMention) -> PropertyOf | None:
        for element in mention.of_kind("property"):
            for owner in self._owners(element):
                return PropertyOf(owner, element.name, self._schema(element).kind)
        return self._owned(mention) if mention.score >= 0.95 else None
