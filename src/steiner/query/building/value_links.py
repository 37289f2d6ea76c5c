"""How a name or another value is linked to what is there."""

from __future__ import annotations

import re

from steiner.algebra import Bound, Owner, PropertyOf
from steiner.query.building.directed_links import DirectedLinks
from steiner.query.building.joint_deeds import join_deed
from steiner.query.building.other_things import share
from steiner.query.building.query_graph import EITHER
from steiner.query.building.repeated_values import take_again
from steiner.query.building.value_meaning import meant
from steiner.query.building.verb_links import OF
from steiner.query.naming.schema_words import Element, SchemaMention
from steiner.query.naming.values.linked_values import Meaning, Value

_IS = re.compile(r"\b(?:is|are|was|were)\W+(?:(?:an?|the)\W+)?$", re.IGNORECASE)
"""Before what somebody is: "entities that are intermediaries of Ann" are hers."""


class ValueLinks(DirectedLinks):
    """Links what values are, and holds it to them."""

    def take_value(self, value: Value, negated: bool) -> None:
        """Link what a value is, and hold it to that."""
        meaning = self._meant(value) if value.meanings else None
        if meaning is None:
            return
        self.used.append((value.start, value.end))
        self.twins = []
        linked, denied = self._link_as_said(value, meaning.label, negated)
        if not linked:
            if (left := self._link_anyhow(value, meaning.label, denied)) is None:
                return
            denied = left
        links = len(self.links)
        if not take_again(self, meaning, value, linked, denied):
            self._hold(value, meaning, denied and len(self.links) == links)

    def _link_as_said(self, value: Value, label: str, negated: bool) -> tuple[bool, bool]:
        """Link a value by the words before it; say whether they do, and if it is denied then."""
        linked = share(self, value, label)
        if not linked and join_deed(self, value, label, negated):
            return True, False
        if self.waiting and not linked:
            linked = self._follow(label, _as_mention(value), negated) or self._through(
                label, value, negated
            )
            negated = negated and not linked
        if not linked and self.labels and self.directed(value.start, label, negated):
            return True, False
        return linked, negated

    def _link_anyhow(self, value: Value, label: str, negated: bool) -> bool | None:
        """Take a value as what is there, or link it; say if it is denied then, None: no way."""
        known = [i for i, own in enumerate(self.labels) if own == label]
        if known and self._is_of_another(value, label, negated):
            return False
        if known or not self.labels:
            self.current = self.nearest(known) if known else self.variable(label)
            return negated
        return False if self.reach(label, negated) else None

    def _hold(self, value: Value, meaning: Meaning, negated: bool) -> None:
        """Add the condition that a value is, also to what further verbs lead to."""
        kinds = self.schema.labels.get(meaning.label, {})
        self.guesses += EITHER * bool(negated and meaning.besides)  # Not both, or neither of them?
        twins = (t for t in self.twins if self.labels[t] == meaning.label)
        for at in (self.current, *twins):
            for name, values in ((meaning.property, meaning.values), *meaning.besides):
                kind = kinds[name].kind if name in kinds else "text"
                operator = "contains" if kind == "list" else "in" if len(values) > 1 else "="
                stored = list(values) if operator == "in" else values[0]
                of = PropertyOf(Owner(at), name, kind)
                self.bounds.append(Bound(of, operator, stored, negated))
        self.places[value.start, value.end] = Owner(self.current)

    def _is_of_another(self, value: Value, label: str, negated: bool) -> bool:
        """Link whose the thing before a value is: "who commented on answers of Ann".

        Ann is none who comments, but who the answers are of.
        """
        nouns = [(b, a, o.number) for (a, b), o in self.places.items() if not o.is_link]
        end, start, at = max((n for n in nouns if n[0] <= value.start), default=(0, 0, 0))
        own = OF.fullmatch(self.text[end : value.start]) and not _IS.search(self.text[:start])
        if not own or label != self.labels[0] or label == self.labels[at]:
            return False
        joined = {k.types[0] for k in self.links if at == max(k.source, k.target)}
        hops = [hop for hop in self.schema.hops.get(self.labels[at], ()) if hop.label == label]
        new = [hop for hop in hops if hop.type not in joined]
        if not new:
            return False
        self.guesses += EITHER * (len(new) > 1)
        self.link(at, new[0], negated)
        return True

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


def _as_mention(value: Value) -> SchemaMention:
    return SchemaMention(value.start, value.end, (Element("label", ""),), 1.0)
