"""What verbs ask that no noun or name follows: that there is such a relationship."""

from __future__ import annotations

import re
from collections.abc import Iterable

from steiner.algebra import Owner
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.query.building.query_graph import EITHER
from steiner.query.building.verb_links import AND_VERB, VerbLinks
from steiner.query.naming.schema_words import SMALL, SPOKEN, SchemaMention, base, verb_of
from steiner.text import plain_words

_TIMELY = re.compile(
    r"\b(?:when|first|last|latest|earliest|recent|recently|before|after|since|(?<!-)(?:1[5-9]|20)\d\d)\b",
    re.IGNORECASE,
)

_ARTICLES = re.compile(r"\W*(?:(?:an?|the|any|some)\W+)*", re.IGNORECASE)


class LoneVerbs(VerbLinks):
    """Takes the verbs that nothing followed."""

    def _rest(self) -> None:
        """Verbs that nothing followed ask that there is such a relationship."""
        waiting, self.waiting = self.waiting, []
        for mention, type in waiting:
            negated, type = type.startswith("!"), type.lstrip("!")
            if self.text[mention.start : mention.end].casefold() in SMALL:
                continue  # "Founded in 1850": no type IN.
            number = next((i for i, k in enumerate(self.links) if _says(k.types, type)), None)
            if number is not None and not negated:
                self.places.setdefault((mention.start, mention.end), Owner(number, True))
                continue
            if self._says_another(mention, type) or (not negated and self._is_day(mention)):
                continue
            if mention.score < SPOKEN:  # A verb by its meaning alone, and nothing behind it.
                self.used.remove((mention.start, mention.end))
                continue
            before, required = self.current, self._required(mention, type, negated)
            self.current = before
            if required is None:
                self.used.remove((mention.start, mention.end))
            else:
                self.places.setdefault((mention.start, mention.end), Owner(required, True))

    def _required(self, verb: SchemaMention, type: str, negated: bool) -> int | None:
        """Add the link that a verb without an object asks for, and return it.

        Of "users who asked and answered" the answer to something is one that a user PROVIDED.
        """
        also, noun = bool(AND_VERB.search(self.text[: verb.start])), self._noun_of(verb)
        nearest = [] if also else [noun]
        numbers = [*nearest, *self._subjects(verb)] if self.labels else []
        for at in dict.fromkeys(numbers):
            away = self._away(verb, type, at)
            if hop := self.hop(at, type, "", away):
                if at not in (0, noun):
                    self.guesses += EITHER
                return self.link(at, hop, negated)
            if not at and also and (ways := self._two_steps(at, type, "", away)):
                return self._link_both(at, ways, negated, away)
        return None

    def _noun_of(self, verb: SchemaMention) -> int:
        """Return the variable of the noun that a verb stands behind, or what is asked for."""
        nouns = [(end, o) for (_, end), o in self.places.items() if not o.is_link]
        return max((n for n in nouns if n[0] <= verb.start), default=(0, Owner(0)))[1].number

    def _says_another(self, verb: SchemaMention, type: str) -> bool:
        """Say whether the noun right behind a verb is none that its type leads to or from.

        "Contain a hashtag" is no CONTAINS where that leads to links alone: it was reached by TAGS.
        """
        behind = [place for place in self.places if place[0] >= verb.end]
        if not behind or not _ARTICLES.fullmatch(self.text[verb.end : min(behind)[0]]):
            return False
        owner = self.places[min(behind)]
        ends = {label for pair in self.schema.ends.get(type, ()) for label in pair}
        return not owner.is_link and self.labels[owner.number] not in ends

    def _is_day(self, verb: SchemaMention) -> bool:
        """Say whether a verb is only the day that it names: "which fault was reported last"."""
        label = self.labels[self._noun_of(verb)] if self.labels else ""
        word = base(self.text[verb.start : verb.end].split()[0].casefold())
        own = self.schema.labels.get(label, {}).values()
        days = [p for p in own if p.kind in TEMPORAL]
        named = any(base(plain_words(p.name).split()[0]) == word for p in days)
        return named and bool(_TIMELY.search(self.text))


def _says(types: Iterable[str], type: str) -> bool:
    """Say whether a link has the verb of a type: who "plays as a stopper" need play for no club."""
    return type in types or any(verb_of(type) == verb_of(own) != "" for own in types)
