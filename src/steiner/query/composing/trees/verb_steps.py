"""How a tree goes on with a verb: a link that is to come, one that is there, a role."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial

from steiner.algebra import Owner
from steiner.query.composing.trees.link_steps import LinkSteps
from steiner.query.composing.trees.tree import Changes, PendingVerb, ReadingTree, TreeLink, WayOn
from steiner.query.composing.trees.way_words import PREPOSITIONS, last_word
from steiner.query.composing.words.agent_nouns import doing
from steiner.query.composing.words.lattice import Lattice
from steiner.query.composing.words.word_items import Item
from steiner.query.naming.verbs.voice import is_named_passive

_BE = re.compile(r"\b(?:is|are|was|were|be|been|being|gets?|got)\W+(?:\w+\W+)?$")
_DONE = re.compile(r"(?:ed|en|wn|ught|ade|old|aid|put|led|let|set|hit|cut|ung|unk|ound|lt|nt)$")
_BEFORE_PARTICIPLE = re.compile(
    r"(?:^|\b(?:most|least|often|frequently|the|all|any|every|an?|recently|widely)\W+)$"
)
"""Before what was done to what stands behind: "the most cited papers"."""
_WHO = re.compile(r"\bwho\W+$")
"""Right before what somebody does: "who trained Ann", of TRAINED_BY."""
_PERSON = 0.8
"""Least likeness of a label to a person that "who" may mean though no verb leads to it."""
_HAD = re.compile(r"\s+(?:of|for)\b|\s+(?:do|does|did)\b.*\bhave\b", re.IGNORECASE)
"""Behind what somebody has: "the dependencies of North", "which dependencies does North have"."""
_HAS = re.compile(
    r"\b(?:no|without|lacks?|lacking|has|have|had|having|with)\W+(?:(?:an?|the|any|no)\W+)?$"
)
"""Before what somebody has: "without a boss", "who has the boss Ann"."""
_PERSONAL = "they|he|she|it|each|its|their|his|her"
_PRONOUN = re.compile(rf"\b(?:{_PERSONAL}|who|which|that)\W+(?:\w+\W+){{0,2}}$")
_BEFORE_VERB = re.compile(
    r"\W*(?:(?:is|are|was|were|has|have|had|been|ever|also|never|not|an?|any)\W+)*"
)
_INVERTED = re.compile(
    r"\b(?:did|does|do|has|have|had|is|are|was|were|that|whom?|which)\W+(?:the\W+)?$"
)
"""Before the subject of a verb: "did Ann sponsor", "whom Ann sponsors"."""
_THEY = re.compile(rf"\b(?:{_PERSONAL})\W+(?:\w+\W+){{0,2}}$")
"""Before a verb that may be said once more; "that" and "who" begin one of their own."""
_OBJECT = re.compile(r"\W+(?:\w+\W+)?(?:it|them|him|her|its|their|his)\b")


class VerbSteps(LinkSteps):
    """The ways on of trees with verbs."""

    def __init__(self, lattice: Lattice, weights: Mapping[str, float]) -> None:
        super().__init__(lattice, weights)
        self._verbs: dict[tuple[int, int, str, bool], PendingVerb] = {}

    def closed(self, tree: ReadingTree) -> ReadingTree:
        """Return the tree whose verb leads to anything: "taxa that feed on other taxa"."""
        verb = tree.verb
        if verb is None:
            return tree
        ways = self._ways_to(tree.labels[verb.subject], verb.type)
        if not ways:
            return tree._replace(verb=None)
        away = verb.passive == is_named_passive(verb.type)
        way = min(ways, key=lambda way: way[0].outgoing != away)
        led = tree.led_along(verb.subject, way, verb.at, negated=verb.negated)
        features = {"closed": 1.0, "closed:preposition": float(self._wants_more(verb))}
        return tree.with_features(
            features,
            self.weights,
            verb=None,
            labels=led.labels,
            said=led.said,
            links=led.links,
            conditions=self._with_typed(tree, verb, len(led.links) - 1),
        )

    def _wants_more(self, verb: PendingVerb) -> bool:
        """Say whether a type ends in a preposition that no word says: "works", of WORKS_ON."""
        last = last_word(verb.type)
        behind = self.lattice.text[self.lattice.words[verb.at].end :].casefold()
        return last in PREPOSITIONS and not re.search(rf"\b{last}\b", behind)

    def _verb(self, tree: ReadingTree, item: Item, type: str) -> Iterator[WayOn]:
        denied = tree.denied >= 0
        verb = self._said_verb(item, type)
        verb = verb._replace(negated=True) if denied else verb
        if not tree.labels:
            yield from self._first(verb)
            return
        for number, link in enumerate(tree.links):
            if link.type == type and not link.said:
                links = list(tree.links)
                denies = link.negated or denied
                links[number] = link._replace(said=True, negated=denies, at=item.start)
                near = tree.focus in (link.source, link.target)
                features = {"verb:confirms": 1.0, "verb:confirms_near": float(near)}
                features |= self._direction(link.type, self._leads_away(tree, link, item), verb)
                yield WayOn(features, {"links": tuple(links), "denied": -1})
            elif link.type == type and not (link.negated or denied) and self._goes_on(tree, item):
                # "The films Ann directed, and how many such films each director directed".
                near = tree.focus in (link.source, link.target)
                again = {"verb:repeats": 1.0, "verb:repeats_near": float(near)}
                again[f"verb:repeats:{'pronoun' if self._has_pronoun(item) else 'plain'}"] = 1.0
                yield WayOn(again, {})
        yield from self._verb_again(tree, item, verb)
        before = self._before(tree, item.start)
        for variable in dict.fromkeys((tree.focus, tree.subject, 0)):
            ways = self._ways_to(tree.labels[variable], type)
            if not ways:
                continue
            features = {
                f"verb:{tree.role(variable)}": 1.0,
                f"verb:{tree.role(variable)}:{before}": 1.0,
                "verb:through": float(len(ways[0]) - 1),
            }
            if tree.verb:
                features["verb:closed"] = 1.0
            yield WayOn(features, partial(self._begun_verb, tree, verb, variable))
        yield from self._role(tree, item, type)

    def _leads_away(self, tree: ReadingTree, link: TreeLink, item: Item) -> bool:
        """Say whether a link that is there leads away from the subject of the verb that says it.

        That is what stands right before the verb, "whom did Ann sponsor", else what was said first.
        """
        last = tree.last
        named = last is not None and last.kind in ("value", "noun")
        if last is not None and named and tree.focus in (link.source, link.target):
            between = self.lattice.between(last.end, item.start)
            if _BEFORE_VERB.fullmatch(between) and _INVERTED.search(self._text_before(last)):
                return link.source == tree.focus
        return link.source < link.target

    def _said_verb(self, item: Item, type: str) -> PendingVerb:
        """Return the verb that an item says, of whatever subject: of all trees it is the same."""
        asked = item.start, item.end, type, item.converse
        if asked not in self._verbs:
            # Who has no boss reports to nobody; who is no boss is reported to by nobody.
            turned = item.converse and not _HAS.search(self._text_before(item))
            passive = self._is_passive(item, type) != turned
            behind = self.lattice.text[self.lattice.words[item.end - 1].end :]
            of = bool(_HAD.match(behind))
            self._verbs[asked] = PendingVerb(type, item.start, item.end, 0, passive, of=of)
        return self._verbs[asked]

    def _begun_verb(self, tree: ReadingTree, verb: PendingVerb, variable: int) -> Changes:
        """Return what a verb of a variable changes of a tree, whose own verb leads to anything."""
        closed = self.closed(tree)
        return {
            "verb": verb._replace(subject=variable),
            "subject": variable,
            "denied": -1,
            "labels": closed.labels,
            "said": closed.said,
            "links": closed.links,
            "conditions": closed.conditions,
        }

    def _first(self, verb: PendingVerb) -> Iterator[WayOn]:
        """Yield a verb before any noun: what is asked for does it, or has it done.

        Actors surely do it.
        """
        does = doing(self.lattice, verb.at)
        for source, target in self.schema.ends.get(verb.type, ())[:4]:
            for label, role in ((source, "source"), (target, "target")):
                if does and label not in does:
                    continue
                features = {f"root:verb_{role}{'_passive' * verb.passive}": 1.0}
                if self.lattice.text.casefold().startswith("who"):
                    features["root:verb_who"] = self.lattice.people.get(label, 0.0)
                changed = {"labels": (label,), "said": (verb.at,), "verb": verb, "denied": -1}
                yield WayOn(features, changed)
        if not self.lattice.text.casefold().startswith("who"):
            return
        for label, likeness in self.lattice.people.items():
            # "Who answered questions": whoever wrote an answer, which is no person.
            if likeness >= _PERSON and len((self._ways_to(label, verb.type) or [()])[0]) > 1:
                features = {"root:verb_through": 1.0, "root:verb_who": likeness}
                changed = {"labels": (label,), "said": (verb.at,), "verb": verb, "denied": -1}
                yield WayOn(features, changed)

    def _verb_again(self, tree: ReadingTree, item: Item, verb: PendingVerb) -> Iterator[WayOn]:
        """Yield a verb whose ends are there: "the films they directed", "founded and led it"."""
        near = dict.fromkeys((tree.subject, tree.focus, 0))
        for one in near:
            for other in near:
                if one == other:
                    continue
                for features, link in self._between_known(tree, verb, (one, other)):
                    joined = {
                        "meets": 1.0,
                        f"meets:{'pronoun' if self._has_pronoun(item) else 'plain'}": 1.0,
                        f"meets:{tree.role(one)}:{tree.role(other)}": 1.0,
                        f"meets:{self._before(tree, item.start)}": 1.0,
                    }
                    changed: Changes = {"links": (*tree.links, link), "denied": -1}
                    if _denied_already(tree, link):
                        joined["meets:denied"] = 1.0
                        changed = _with_another(tree, link)
                    yield WayOn({**joined, **features}, changed)

    def _goes_on(self, tree: ReadingTree, item: Item) -> bool:
        """Say whether a verb may be said once more: of a noun that is, or a pronoun before it."""
        return bool(tree.again) or bool(_THEY.search(self._text_before(item)[-24:]))

    def _has_pronoun(self, item: Item) -> bool:
        """Say whether a pronoun stands before a verb, or right behind it."""
        text, words = self.lattice.text.casefold(), self.lattice.words
        before, behind = text[: words[item.start].start], text[words[item.end - 1].end :]
        return bool(_PRONOUN.search(before[-24:]) or _OBJECT.match(behind))

    def _between_known(
        self, tree: ReadingTree, verb: PendingVerb, ends: tuple[int, int]
    ) -> Iterator[tuple[dict[str, float], TreeLink]]:
        """Yield a link of a verb's type between two variables that are there."""
        near, far = ends
        pairs = self.schema.ends.get(verb.type, ())
        for source, target in ((near, far), (far, near)):
            fits = (tree.labels[source], tree.labels[target]) in pairs
            there = any(k[:3] == (verb.type, source, target) for k in tree.links)
            if fits and not there:
                link = TreeLink(verb.type, source, target, verb.negated, True, verb.at)
                yield self._direction(link.type, near == source, verb), link

    def _role(self, tree: ReadingTree, item: Item, type: str) -> Iterator[WayOn]:
        """Yield a type that is named by who does it as a further variable: "whose director"."""
        if tree.verb is not None:
            return
        for variable in dict.fromkeys((tree.focus, tree.subject, 0)):
            hops = self._hops_of(tree.labels[variable], type)
            if item.converse and len(hops) > 1:  # A boss is whom others report to.
                hops = [h for h in hops if h.outgoing != is_named_passive(type)]
            for hop in hops:
                number = len(tree.labels)
                ends = (variable, number) if hop.outgoing else (number, variable)
                link = TreeLink(type, *ends, tree.denied >= 0, True, item.start)
                said = self._said_verb(item, type)
                way = {} if item.converse else self._direction(type, hop.outgoing, said)
                # A verb as such says nothing here: "in MEETS relationships".
                own = {f"role:{n}": v for n, v in way.items() if ":verb" not in n}
                yield WayOn(
                    own
                    | {
                        "role": 1.0,
                        f"role:{tree.role(variable)}": 1.0,
                        f"role:{'out' if hop.outgoing else 'in'}": 1.0,
                        f"role:{self._before(tree, item.start)}": 1.0,
                    },
                    {
                        "labels": (*tree.labels, hop.label),
                        "said": (*tree.said, item.start),
                        "links": (*tree.links, link),
                        "focus": number,
                        "denied": -1,
                    },
                )

    def _text_before(self, item: Item) -> str:
        return self.lattice.text[: self.lattice.words[item.start].start].casefold()

    def _of_noun(self, item: Item) -> bool:
        """Say whether a noun stands right behind a word: "cited papers", "no discontinued one"."""
        behind = self.lattice.begun_at(item.end)
        return any(i.kind == "noun" and i.score > 0.9 for i in behind)

    def _is_passive(self, item: Item, type: str) -> bool:
        words = self.lattice.words
        word = words[item.start].text.casefold()
        before = self._text_before(item)
        behind = self.lattice.text[words[item.end - 1].end :].casefold()
        if re.match(r"\s+by\b", behind) and not is_named_passive(type):
            return True
        if is_named_passive(type) and not _WHO.search(before):
            return bool(_DONE.search(word)) or bool(re.match(r"\s+by\b", behind))
        attribute = bool(_BEFORE_PARTICIPLE.search(before)) and self._of_noun(item)
        return bool(_DONE.search(word)) and bool(_BE.search(before) or attribute)


def _denied_already(tree: ReadingTree, link: TreeLink) -> bool:
    """Say whether a denied link joins two variables that another denied link joins already."""
    ends = {link.source, link.target}
    return link.negated and any(k.negated and {k.source, k.target} == ends for k in tree.links)


def _with_another(tree: ReadingTree, link: TreeLink) -> Changes:
    """Return the changes by which a denied link leads to a variable of its own, alike in all.

    "Neither directed nor produced by Ann": there is no Ann who directed, and none who produced.
    """
    far, other = max(link.source, link.target), len(tree.labels)
    own = [c for c in tree.conditions if c.owner == Owner(far)]
    return {
        "labels": (*tree.labels, tree.labels[far]),
        "said": (*tree.said, tree.said[far]),
        "links": (*tree.links, link.with_end(far, other)),
        "conditions": (*tree.conditions, *(c._replace(owner=Owner(other)) for c in own)),
        "denied": -1,
    }
