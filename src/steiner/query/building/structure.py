"""From left to right: variables and links that a question speaks of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from steiner.algebra import Bound, Owner, PropertyOf
from steiner.graph_schema import SchemaHop
from steiner.query.building.directed_links import DirectedLinks
from steiner.query.building.query_graph import EITHER
from steiner.query.building.value_meaning import is_either, meant
from steiner.query.building.verb_links import BEFORE_NOUN
from steiner.query.english.cues import Cue
from steiner.query.naming.linked_values import Meaning, Value
from steiner.query.naming.schema_words import (
    SPOKEN,
    Element,
    SchemaMention,
    is_flag,
    is_key,
    is_undone,
)

_OF = re.compile(r"\W+(?:from|by|of|in|at|for|with)\W+(?:the\W+)?[\"'“‘]?", re.IGNORECASE)
_IS = re.compile(r"\b(?:is|are|was|were)\W+(?:(?:an?|the)\W+)?$", re.IGNORECASE)
"""Before what somebody is: "entities that are intermediaries of Ann" are hers."""
_SAME_AS = re.compile(
    r"\bsame\b(?:\W+\w+){1,3}?\W+(?:as|with)\W+(?:(?:the|that|those|of)\W+)*(?:\w+\W+)?$",
    re.IGNORECASE,
)
"""Right before who shares it: "in the same city as the customer Ann"."""
_NEVER = re.compile(r"(?:\bnot|\bnever|n't)\W+(?:ever\W+|yet\W+)?$", re.IGNORECASE)
_IS_NOT = re.compile(
    r"(?:\bnot|\bno\W+longer|n't)\W+(?:(?:in|on|off|out\W+of)\W+)?$", re.IGNORECASE
)
"""Right before what alone is denied: "aircraft not in service in Oslo"."""
_WITHOUT = re.compile(r"\b(?:without|no|lacking|lacks?)\W+(?:(?:an?|any)\W+)?$", re.IGNORECASE)
_LISTED = re.compile(r"\W*(?:(?:and|or|nor)\W+)?(?:the\W+)?", re.IGNORECASE)
_LISTED_VALUES = re.compile(
    r"\W*(?:(?:and|or|as|well|the|from|in|of|with|for|either|both)\W+)*", re.IGNORECASE
)
_ADDED = re.compile(r"\b(?:total|sum|average|mean|combined)\b", re.IGNORECASE)
_TOGETHER = re.compile(r"\b(?:together|combined|altogether)\b", re.IGNORECASE)
_TO_WHOM = re.compile(r"\s+(?:(?:to|on|for|with|from|by|at|in|of)\s+)?", re.IGNORECASE)
_BUT = re.compile(r"\bbut\b(?!\W+(?:not|never)\b)", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(?:that|which|who|whose)\b", re.IGNORECASE)


class Structure(DirectedLinks):
    """Builds a query from the words of a question as they stand."""

    def build(self, items: Sequence[SchemaMention | Value | Cue], root: str) -> None:
        """Take the items as they stand; `root` is the label of what is asked for, if known."""
        if root:
            self.variable(root)
        self.types_mentioned |= _types_of_properties(items)
        self.types_mentioned |= _types_of_nouns(self.text, items)
        self.last_verbs = _last_verbs(items)
        said = (i for i in items if isinstance(i, SchemaMention))
        self.types_said = frozenset(e.name for i in said for e in i.of_kind("type"))
        nouns = (i.of_kind("label") for i in items if isinstance(i, SchemaMention))
        self.nouns = {label.name for own in nouns for label in own}
        negated, last = False, None
        ahead: set[int] = set()
        for place, item in enumerate(items):
            if item.start in ahead:
                continue
            if (theirs := self.link_theirs(items[place : place + 2], negated)) is not None:
                ahead, negated = {theirs}, False
                continue
            if self.labels and not self.waiting and not isinstance(item, Cue):
                ahead = self._ahead(items[place:], negated)
            if isinstance(item, Cue) and self._is_none(item):
                continue
            if isinstance(item, Cue):
                negated = item.kind in ("not", "missing") or (negated and item.kind != "bound")
                continue
            if isinstance(item, Value):
                negated = negated or (last is not None and self._is_listed(last, item))
                last = item if negated else None
                self._value(item, negated)
                negated = False
            elif item.of_kind("type") and not item.of_kind("label"):
                self._verb(item, negated)
                negated = False
            elif item.of_kind("label"):
                self._noun(item, negated)
                negated = False
            elif is_flag(item, self.schema) and _IS_NOT.search(self.text[: item.start]):
                negated = False  # "Not in service in Oslo": in Oslo.
            elif is_undone(self.text, item, self.schema) or self._is_missing(items, place):
                negated = False  # "Not yet discharged from Oslo": no day of it.
        self._rest()
        self._exclude_itself()

    def _is_none(self, cue: Cue) -> bool:
        """Deny the verb right before "none" or "nothing": "owns tools but lends none"."""
        if cue.kind != "not" or not self.waiting or self.waiting[-1][1].startswith("!"):
            return False
        (verb, type), said = self.waiting[-1], self.text[cue.start : cue.end].casefold()
        if said not in ("none", "nothing", "nobody", "no one") or not _TO_WHOM.fullmatch(
            self.text[verb.end : cue.start]
        ):
            return False
        self.waiting[-1] = (verb, f"!{type}")
        return True

    def _is_missing(self, items: Sequence[SchemaMention | Value | Cue], place: int) -> bool:
        """Say whether a property is all that is missing: "without a phone in Oslo" are in Oslo.

        Not so of "without any retired members".
        """
        item, behind = items[place], items[place + 1 : place + 2]
        noun = any(
            isinstance(i, SchemaMention) and i.of_kind("label") and i.start - item.end <= 1
            for i in behind
        )
        return not noun and bool(_WITHOUT.search(self.text[: item.start]))

    def _exclude_itself(self) -> None:
        """Leave out the thing itself: "drugs that do not interact with Aspirin", of itself no.

        Nor is it asked for in "films with the same director as 'Jaws'".
        """
        denied = [k for k in self.links if k.negated and not k.source * k.target]
        far_ends = [max(k.source, k.target) for k in denied if k.source != k.target]
        for far in [*far_ends, *self.others]:
            if self.labels[far] == self.labels[0]:
                own = [b for b in self.bounds if b.property.owner == Owner(far)]
                named = [b for b in own if b.operator == "=" and not b.negated]
                known = self.schema.names.get(self.labels[0])
                self.bounds += [
                    replace(b, property=b.property._replace(owner=Owner(0)), negated=True)
                    for b in named
                    if b.property.name == known or (known is None and is_key(b.property.name))
                ]

    def _ahead(self, items: Sequence[SchemaMention | Value | Cue], negated: bool) -> set[int]:
        """Let the verbs right behind a noun or value wait for it: "movies that Ann directed"."""
        first = items[0]
        if isinstance(first, SchemaMention) and not first.of_kind("label"):
            return set()
        label = (
            first.of_kind("label")[0].name
            if isinstance(first, SchemaMention)
            else (meant(self, first).label if isinstance(first, Value) and first.meanings else "")  # type: ignore[union-attr]
        )
        if isinstance(first, SchemaMention) and label in self.labels:
            return set()
        taken: set[int] = set()
        for item in items[1:]:
            named = isinstance(first, Value) or self._names(first, item, label)
            if isinstance(item, Value) and item.meanings and named:
                continue
            # "Tweets by Ann that mention a user": Ann is none who mentions.
            if isinstance(first, Value) and _RELATIVE.search(self.text[first.end : item.start]):
                break
            if isinstance(first, Value) and self._describes(first):
                break
            if isinstance(item, Cue) and item.kind in ("not", "same", "based", "each"):
                negated = negated or item.kind == "not"  # "That Ann never reviewed".
                continue
            if (
                not isinstance(item, SchemaMention)
                or item.of_kind("label")
                or not item.of_kind("type")
            ):
                break
            type = item.of_kind("type")[0].name
            by = re.match(r"\s+(?:by|for|from|in|to)\b(?!\W*$)", self.text[item.end :])
            if (
                item.agent
                or (by and isinstance(first, SchemaMention))
                or not (
                    any(self.hop(at, type, label) for at in range(len(self.labels)))
                    or self._is_on_the_way(type, label)
                    or (isinstance(first, Value) and self._acts(first, item, type, label))
                )
            ):
                break
            if taken and _BUT.search(self.text[max(taken) : item.start]):
                negated = False  # "Did not act in but directed".
            self.waiting.append((item, f"!{type}" if negated else type))
            self.used.append((item.start, item.end))
            taken.add(item.start)
        return taken

    def _describes(self, value: Value) -> bool:
        """Say whether a value tells more of the noun before it: "tweets from Ann mention a user".

        It is the tweets that mention.
        """
        nouns = [
            b for (_, b), owner in self.places.items() if b <= value.start and not owner.is_link
        ]
        return bool(nouns) and bool(_OF.fullmatch(self.text[max(nouns) : value.start]))

    def _is_listed(self, before: Value, value: Value) -> bool:
        """Say whether an exclusion goes on: "except Ann and Bob"."""
        return bool(_LISTED.fullmatch(self.text[before.end : value.start]))

    def _names(self, noun: SchemaMention | Value | Cue, item: object, label: str) -> bool:
        """Say whether a value right behind a noun names it: "applications named webapp"."""
        if not isinstance(item, Value):
            return False
        between = self.text[noun.end : item.start].split()
        return len(between) <= 2 and any(meaning.label == label for meaning in item.meanings)

    def _is_property(self, mention: SchemaMention, label: str) -> bool:
        """Say whether "zone 4" is a number of what is there, and no node further away."""
        numbered = re.match(r"\W{1,3}\d", self.text[mention.end :])
        own = any(element.of in self.labels for element in mention.of_kind("property"))
        return bool(numbered) and own and not self.is_near(label)

    def _noun(self, mention: SchemaMention, negated: bool) -> None:
        label = mention.of_kind("label")[0].name
        label = self._done_to(mention, label)
        if mention.score < SPOKEN and self.labels and not self.is_near(label):
            return
        if self._is_property(mention, label):
            return
        self.used.append((mention.start, mention.end))
        if self.waiting and self._follow(label, mention, negated):
            return
        new = self.waiting and label not in self.labels
        if new and self._through(label, mention, negated):
            self.places[mention.start, mention.end] = Owner(self.current)
            return
        if self.labels and self.directed(mention.start, label, negated):
            self.places[mention.start, mention.end] = Owner(self.current)
            return
        known = [i for i, own in enumerate(self.labels) if own == label]
        if known and (not self.waiting or len(self.labels) == 1):
            self.current = self.nearest(known)
            if self.current and negated and _NEVER.search(self.text[: mention.start]):
                self.deny(self.entering(self.current))  # "That Ann did not review", by a Review.
        elif not self.labels:
            self.current = self.variable(label)
        elif known and not negated and len(self.labels) > 1:
            self.current = self.nearest(known)
        else:
            self.reach(label, negated)
        self.places[mention.start, mention.end] = Owner(self.current)

    def _done_to(self, mention: SchemaMention, label: str) -> str:
        """Return what a noun only near to a label is where the verb right before leads elsewhere.

        "Who has mentored the most colleagues": MENTORED leads to technicians and to no crew.
        """
        verb, type = self.waiting[-1] if self.waiting else (None, "")
        between = self.text[verb.end : mention.start] if verb else ""
        if verb is None or mention.score >= SPOKEN or not BEFORE_NOUN.fullmatch(between):
            return label
        ends = {end for pair in self.schema.ends.get(type.lstrip("!"), ()) for end in pair}
        hop = self.hop(self.current, type.lstrip("!"), "")
        return hop.label if hop and hop.label and label not in ends else label

    def _verb(self, mention: SchemaMention, negated: bool) -> None:
        types = [e.name for e in mention.of_kind("type")]
        self.used.append((mention.start, mention.end))
        for type in types[:1]:
            if mention.agent and self._agent(mention, type, negated):
                return
            self.waiting.append((mention, type))
        if negated:
            self.waiting = [(m, f"!{t}" if m is mention else t) for m, t in self.waiting]

    def _value(self, value: Value, negated: bool) -> None:
        if not value.meanings:
            return
        meaning = self._meant(value)
        if meaning is None:
            return
        self.used.append((value.start, value.end))
        self.guesses += EITHER * is_either(self, value)
        known = [i for i, own in enumerate(self.labels) if own == meaning.label]
        self.twins, linked = [], self._shares(value, meaning.label)
        if self.waiting and not linked:
            linked = self._follow(meaning.label, _as_mention(value), negated)
            linked = linked or self._through(meaning.label, value, negated)
            linked = linked or self.by_deed(value.start, meaning.label, negated)
            negated = negated and not linked
        if not linked and self.labels and self.directed(value.start, meaning.label, negated):
            linked, negated = True, False
        if not linked:
            if known and not self._is_of_another(value, meaning.label, negated):
                self.current = self.nearest(known)
            elif known:
                negated = False
            elif not self.labels:
                self.current = self.variable(meaning.label)
            elif not self.reach(meaning.label, negated):
                return
            else:
                negated = False
        links = len(self.links)
        if self._again(meaning, value, linked, negated):
            return
        negated = negated and len(self.links) == links
        kinds = self.schema.labels.get(meaning.label, {})
        kind = kinds[meaning.property].kind if meaning.property in kinds else "text"
        own = PropertyOf(Owner(self.current), meaning.property, kind)
        operator = "contains" if kind == "list" else "in" if len(meaning.values) > 1 else "="
        stored = list(meaning.values) if operator == "in" else meaning.values[0]
        for at in (self.current, *(t for t in self.twins if self.labels[t] == meaning.label)):
            of = own._replace(owner=Owner(at))
            self.bounds.append(Bound(of, operator, stored, negated))
        self.places[value.start, value.end] = Owner(self.current)

    def _is_of_another(self, value: Value, label: str, negated: bool) -> bool:
        """Link whose the thing before a value is: "who commented on answers of Ann".

        Ann is none who comments, but who the answers are of.
        """
        nouns = [(b, a, o.number) for (a, b), o in self.places.items() if not o.is_link]
        end, start, at = max((n for n in nouns if n[0] <= value.start), default=(0, 0, 0))
        own = _OF.fullmatch(self.text[end : value.start]) and not _IS.search(self.text[:start])
        if not own or label != self.labels[0] or label == self.labels[at]:
            return False
        joined = {k.types[0] for k in self.links if at == max(k.source, k.target)}
        hops = [hop for hop in self.schema.hops.get(self.labels[at], ()) if hop.label == label]
        new = [hop for hop in hops if hop.type not in joined]
        if not new:
            return False
        self.guesses += EITHER * (len(new) > 1)
        mine = [hop for hop in hops if hop.type in joined and self.is_by_noun([hop])]
        if len(mine) == 1:  # "The parts of the releases of Ann's": RELEASE_OF is to hers.
            self._turn(at, new[0])
        self.link(at, (mine or new)[0], negated)
        return True

    def _turn(self, at: int, hop: SchemaHop) -> None:
        """Let another step than before lead from a variable back to what it was reached from."""
        number = self.entering(at)
        near = min(self.links[number].source, self.links[number].target)
        source, target = (at, near) if hop.outgoing else (near, at)
        link = self.links[number]
        self.links[number] = replace(link, types=(hop.type,), source=source, target=target)

    def _meant(self, value: Value) -> Meaning | None:
        """Choose what a value is; of one name that nodes of several labels have, what a verb fits.

        "That Ann amplifies" where only accounts do, and Ann is a user, too.
        """
        best = meant(self, value)
        names = [m for m in value.meanings if m.is_name]
        if best is None or not best.is_name or not self.waiting:
            return best
        types = [type.lstrip("!") for _, type in self.waiting]
        fitting = [
            m
            for m in [best, *names]
            if any(self.hop(at, t, m.label) for at in range(len(self.labels)) for t in types)
        ]
        return next(iter(fitting), best)

    def _shares(self, value: Value, label: str) -> bool:
        """Link another thing to what it shares with the root: "the same director as 'Jaws'"."""
        said = _SAME_AS.search(self.text[: value.start])
        shared = self.current
        if not said or not shared or label != self.labels[0]:
            return False
        self.waiting = []
        for link in self.way_back(shared):
            near = min(link.source, link.target)
            back = SchemaHop(link.types[0], link.source != near, self.labels[near])
            self.link(self.current, back, False, None, link.types)
        self.used.append((said.start(), value.start))
        self.others.append(self.current)
        return True

    def _again(self, meaning: Meaning, value: Value, linked: bool, negated: bool) -> bool:
        """Take a second value of a property: "A or B" is one of both, "A and B" another node.

        "A but not B" is no such other node.
        """
        known = [
            b for b in self.bounds
            if b.property.owner == Owner(self.current) and b.property.name == meaning.property
            and b.operator in ("=", "in", "contains") and not b.negated
        ]  # fmt: skip
        if not known or linked or (negated and self.current == 0):
            return False
        before = known[-1].value if isinstance(known[-1].value, list) else [known[-1].value]
        either = re.search(r"\bor\b[^.]{0,25}$", self.text[: value.start])
        if _ADDED.search(self.text) and not either:  # Of both, or of what has to do with both?
            either = _TOGETHER.search(self.text)
            self.guesses += EITHER * (not either)
        if known[-1].operator == "contains" and not either:
            return False  # "About law and ethics": both are in the list.
        if not either and not negated and self._is_apart(value):
            self.guesses += 2 * EITHER  # "Species of the genus Rosa": one is the other's.
        if (either or self.current == 0) and not negated:
            self.bounds.remove(known[-1])
            stored = [*before, *meaning.values]
            self.bounds.append(replace(known[-1], operator="in", value=stored))
            self.places[value.start, value.end] = Owner(self.current)
            return True
        self._branch_again(negated)
        return False

    def _is_apart(self, value: Value) -> bool:
        """Say whether words that list nothing, nor compare, stand between a value and another."""
        ends = [end for _, end in self.places if end <= value.start]
        between = self.text[max(ends, default=0) : value.start]
        compared = re.search(r"\bthan\W+(?:the\W+)?$", between, re.IGNORECASE)
        return len(ends) > 0 and not compared and not _LISTED_VALUES.fullmatch(between)

    def _branch_again(self, negated: bool) -> None:
        """Lead to another node as to the current one, from what is named on the way, or the root.

        "Customers who ordered tea and rice" may do so in two orders; "actors in films that Ann and
        Bob directed" are in films of both.
        """
        way = self.way_back(self.current, set(self.places.values()))
        at = min(way[-1].source, way[-1].target)
        for step, link in enumerate(reversed(way)):
            far = max(link.source, link.target)
            hop = SchemaHop(link.types[0], link.source != far, self.labels[far])
            self.link(at, hop, negated and not step, None, link.types)
            at = self.current


def _types_of_properties(items: Sequence[SchemaMention | Value | Cue]) -> frozenset[str]:
    """Return the relationship types that have a property which only they have: "the roles"."""
    mentioned = [i for i in items if isinstance(i, SchemaMention) and i.elements]
    return frozenset(
        element.of
        for mention in mentioned
        if mention.score >= SPOKEN and all(e.on_type for e in mention.elements)
        for element in mention.elements
    )


def _types_of_nouns(text: str, items: Sequence[SchemaMention | Value | Cue]) -> frozenset[str]:
    """Return the types that a label is made from: "players of Porto" are those that PLAYS_FOR.

    None where a verb says what they do.
    """
    mentioned = [i for i in items if isinstance(i, SchemaMention) and i.of_kind("type")]
    nouns = [m for m in mentioned if m.of_kind("label") and m.score >= SPOKEN]
    beside = [m for m in nouns if _OF.match(text[m.end :])]
    verbs = len(nouns) < len(mentioned)
    return frozenset(e.name for m in beside for e in m.of_kind("type")[:1] if not verbs)


def _last_verbs(items: Sequence[SchemaMention | Value | Cue]) -> frozenset[str]:
    """Return the types of the verbs behind which there is neither a noun nor a name."""
    last: list[str] = []
    for item in items:
        if isinstance(item, Value) or (isinstance(item, SchemaMention) and item.of_kind("label")):
            last = []
        elif isinstance(item, SchemaMention):
            last += [element.name for element in item.of_kind("type")[:1] if not item.agent]
    return frozenset(last)


def _as_mention(value: Value) -> SchemaMention:
    return SchemaMention(value.start, value.end, (Element("label", ""),), 1.0)
