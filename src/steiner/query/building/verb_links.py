"""How the verbs of a question link what is there: those that wait, roles, and who acts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from steiner.algebra import Owner
from steiner.algebra.schema.graph_schema import SchemaHop
from steiner.query.building.query_graph import EITHER, QueryGraph
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.schema.schema_mentions import is_deed
from steiner.query.naming.schema_words import SchemaMention, base
from steiner.query.naming.values.linked_values import Value
from steiner.query.naming.verbs.voice import (
    holders,
    is_named_passive,
    is_role_here,
    leads_away,
)
from steiner.text import plain_words

_AUXILIARY = "has|have|had|did|does|do|is|are|was|were|been|also|ever|never|not|by|the"
_BESIDE = re.compile(rf"\W*(?:(?:{_AUXILIARY})\W+)*", re.IGNORECASE)
"""Between a verb and who does it, or to whom it is done: "that Ann has mentioned"."""
BEFORE_NOUN = re.compile(
    rf"\W*(?:(?:{_AUXILIARY}|on|to|an?|any|most|least|fewest|more|than|\d+)\W+)*", re.IGNORECASE
)
"""Between a verb and the noun behind it: "commented on more than 2 answers"."""
OF = re.compile(r"\W+(?:from|by|of|in|at|for|with)\W+(?:the\W+)?[\"'“‘]?", re.IGNORECASE)
AND_VERB = re.compile(
    r"\b(?:and|but|or)\W+(?:(?:who|that|which|have|has|had|were|was|are|is|did|do|does|never|not|also|"
    r"then)\W+)*$",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:(?:no|some|any|every)(?:body|thing|\W?one)|people|others)\W+(?:(?:is|are|was|were|has|have|"
    r"had|do|does|did|ever|also|directly)\W+)*$",
    re.IGNORECASE,
)
"""Right before a verb: others than the noun before do it."""
_THEM = re.compile(r"\W+(?:(?:to|on|for|with|from|by|of)\W+)?(?:them|him|her|it)\b", re.IGNORECASE)


_OF_WHOM = re.compile(r"\W+(?:do|does|did|has|have|had|of)\b", re.IGNORECASE)


class _Leading(NamedTuple):
    """A verb that waits, its relationship type, and the step over that to what it leads to."""

    mention: SchemaMention
    type: str
    negated: bool
    hop: SchemaHop


class VerbLinks(QueryGraph):
    """Links variables by the verbs that wait for what they lead to."""

    def _agent(self, mention: SchemaMention, type: str, negated: bool) -> bool:
        """Take "directors" as those that DIRECTED begins at: a noun, and a verb that waits."""
        pairs, by = holders(self.text, mention, type, self.schema)
        if not pairs:
            return False
        source, target = pairs[0]
        if not self.labels:
            self.current = self.variable(source)
            self.waiting.append((mention, type))
        elif source == self.labels[self.current] and (source != target or not self.places):
            self.waiting.append((mention, f"!{type}" if negated else type))
        else:
            near = [i for i, own in enumerate(self.labels) if own == target]
            at = self.nearest(near) if near else self.current
            self.current = at
            if target != self.labels[at]:
                return False
            near_ends = [
                max(k.source, k.target) for k in self.links if k.source == at or k.target == at
            ]
            same = [v for v in near_ends if self._same and self.labels[v] == source and v != at]
            hop = SchemaHop(type, by, source)
            if not mention.label and not {label for label, _ in pairs} & self.nouns:
                hop = self.hop(at, type, "", by) or hop
            self.link(at, hop, negated, same[0] if same else None)
        self.places[mention.start, mention.end] = Owner(self.current)
        return True

    def _follow(self, label: str, mention: SchemaMention, negated: bool) -> bool:
        """Link a noun by the verbs that wait, from the variable that they lead from."""
        for at in self._subjects(self.waiting[0][0]):
            hops = [self._led_to(at, label, mention, waiting) for waiting in self.waiting]
            if any(hops):
                self._link_by(at, mention, hops, negated)
                self.waiting = [w for w, hop in zip(self.waiting, hops, strict=True) if not hop]
                return True
        return False

    def _led_to(
        self, at: int, label: str, mention: SchemaMention, waiting: tuple[SchemaMention, str]
    ) -> SchemaHop | None:
        verb, type = waiting[0], waiting[1].lstrip("!")
        return self.hop(at, type, label, self._away(verb, type, at, mention.start))

    def _link_by(
        self,
        at: int,
        mention: SchemaMention,
        hops: Sequence[SchemaHop | None],
        negated: bool,
    ) -> None:
        """Link a noun by the verbs that have a hop to it: joined by "or" by one link, else by each.

        "That Ann directed and produced" are two links, to a variable each, both of which are Ann.
        """
        leading = [
            _Leading(verb, type.lstrip("!"), type.startswith("!"), hop)
            for (verb, type), hop in zip(self.waiting, hops, strict=True)
            if hop
        ]
        first, either = leading[0], self._either()
        types = dict.fromkeys(verb.type for verb in leading) if either else ()
        number = self.link(at, first.hop, first.negated or negated, types=tuple(types))
        end = self.current
        for verb in leading:
            if not either and verb.type != first.hop.type:
                shared = end if self._same and not verb.negated else None
                self.link(at, verb.hop, verb.negated, shared)
                self.twins += [self.current] if shared is None else []
                self.current = end
            self.places.setdefault((verb.mention.start, verb.mention.end), Owner(number, True))
        self.places[mention.start, mention.end] = Owner(self.current)

    def _through(self, label: str, value: Value | SchemaMention, negated: bool) -> bool:
        """Link who acts by a thing of theirs: "users that Ann mentions" are so in Ann's tweets.

        It is MENTIONS that leads from tweets to users, and POSTS from users to tweets.
        """
        verb, name = self.waiting[-1]
        gap = self.text[min(verb.end, value.end) : max(verb.start, value.start)]
        beside = _BESIDE if isinstance(value, Value) else BEFORE_NOUN
        if not beside.fullmatch(gap):
            return False
        type, without = name.lstrip("!"), name.startswith("!")
        for at in self._subjects(verb):
            away = self._away(verb, type, at, value.start)
            if ways := self._two_steps(at, type, label, away):
                number = self._link_both(at, ways, without or negated, away)
                self.places[verb.start, verb.end] = Owner(number, True)
                self.waiting.pop()
                return True
        return False

    def _link_both(
        self, at: int, ways: list[tuple[SchemaHop, SchemaHop]], negated: bool, away: bool
    ) -> int:
        """Add both steps of the first way; return the verb's: if it is `away` the further one."""
        self.guesses += EITHER * (len(ways) > 1)
        first, then = ways[0]
        known = None if negated else self._reached(at, first)
        nearer = self.link(at, first, negated) if known is None else self._joining(at, known)
        further = self.link(self.far(nearer) if known is None else known, then, False)
        return further if away else nearer

    def _joining(self, one: int, other: int) -> int:
        """Return the first link between two variables."""
        return next(i for i, k in enumerate(self.links) if {k.source, k.target} == {one, other})

    def _acts(self, value: Value, verb: SchemaMention, type: str, label: str) -> bool:
        """Say whether a value right before a verb may do it by a thing of its own."""
        beside = _BESIDE.fullmatch(self.text[value.end : verb.start])
        numbers = range(len(self.labels))
        names = {meaning.label for meaning in value.meanings if meaning.is_name}
        return bool(beside) and any(
            self._two_steps(at, type, label, False) or any(self.hop(at, type, n) for n in names)
            for at in numbers
        )

    def _two_steps(
        self, at: int, type: str, label: str, away: bool
    ) -> list[tuple[SchemaHop, SchemaHop]]:
        """Return the ways from a variable to a label, two steps both `away`, the acting one a type.

        Of MENTIONS from users that are mentioned: over it to tweets, over POSTS to who posts them.
        """
        return [
            (first, then)
            for first in self.schema.hops.get(self.labels[at], ())
            for then in self.schema.hops.get(first.label, ())
            if (then.label == label or not label) and first.type != then.type
            if first.outgoing == then.outgoing == away
            if type == (then if away else first).type
        ]

    def _subjects(self, verb: SchemaMention) -> list[int]:
        """Return the variables that a verb may lead from, the likeliest first.

        "Who follows Ann and likes Bob": behind "and" it is who is asked for that likes.
        """
        first = 0 if AND_VERB.search(self.text[: verb.start]) else self.current
        return list(dict.fromkeys([first, self.current, *range(len(self.labels))]))[
            : len(self.labels)
        ]

    def _either(self) -> bool:
        """Say whether the waiting verbs are joined by "or"."""
        if len(self.waiting) < 2:
            return False
        first, last = self.waiting[0][0], self.waiting[-1][0]
        return bool(re.search(r"\bor\b", self.text[first.end : last.start]))

    @property
    def _same(self) -> bool:
        """Whether the question speaks of "the same person"."""
        words = r"\b(?:same|themselves|they|their\s+own|in\s+them)\b"
        return bool(re.search(words, self.text, re.IGNORECASE))

    def _away(self, verb: SchemaMention, type: str, at: int, far: int | None = None) -> bool:
        """Say whether a verb leads away from a variable, to what stands at `far` if it is known."""
        if verb.agent and not is_named_passive(type) and is_role_here(self.text, verb, type):
            # MOTHER and HAS_MOTHER lead to the mother, from whom she is the mother of.
            return self.places.get((verb.start, verb.end)) != Owner(at)
        ends = [end for (_, end), owner in self.places.items() if owner == Owner(at)]
        before = [end for end in ends if end <= verb.start]
        subject = bool(before) or not ends
        if far is not None:  # "Packages that Ann maintains": who is nearest to the verb does it.
            subject = far > verb.start or max(before, default=0) > far
        if before and self._is_done_to(verb, max(before)):
            subject = False
        # "Each maintainer" maintains; "the dependencies of Ann" are what she depends on.
        subject = subject or verb.agent or self._is_deed_of(verb, type)
        return leads_away(self.text, verb, type, subject)

    def _is_deed_of(self, verb: SchemaMention, type: str) -> bool:
        """Say whether a verb stands as the noun of what somebody behind it does.

        "Which dependencies does Ann have", "the dependencies of Ann".
        """
        word = self.text[verb.start : verb.end].casefold()
        had = _OF_WHOM.match(self.text[verb.end :]) and singulars(word)
        return bool(had) and is_deed(base(word), base(plain_words(type).split()[0]))

    def _is_done_to(self, verb: SchemaMention, end: int) -> bool:
        """Say whether a noun that ends before a verb is who it is done to.

        "Managers who have nobody reporting to them", "packages that nobody depends on".
        """
        others = _OTHERS.search(self.text[end : verb.start])
        return bool(others or _THEM.match(self.text[verb.end :]))
