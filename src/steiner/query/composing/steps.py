"""How a tree goes on with an item: every way that the schema allows, each with its features."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from steiner.algebra import Owner
from steiner.algebra.graph_schema import GraphSchema, SchemaHop
from steiner.lexicon.common_words import PLAIN
from steiner.query.composing.lattice import Item, Lattice
from steiner.query.composing.taught_items import key_of
from steiner.query.composing.tree import PendingVerb, ReadingTree, TreeLink, ValueCondition, Waiting
from steiner.query.naming.voice import is_named_passive
from steiner.text import STOP_WORDS, plain_words

Step = tuple[dict[str, float], dict[str, Any]]
_BE = re.compile(r"\b(?:is|are|was|were|be|been|being|gets?|got)\W+(?:\w+\W+)?$")
_DONE = re.compile(r"(?:ed|en|wn|ught|ade|old|aid|put|led|let|set|hit|cut|ung|unk|ound|lt|nt)$")
_RELATIVE = re.compile(r"\b(?:who|that|which|whose|whom|where)\b")
_SHARED = re.compile(r"\b(?:same|shares?|sharing|shared|together|co-?\w+|with|alongside|other)\b")
_WITH_ANOTHER = re.compile(r"\b(?:shar\w+|same|together|alongside)\b.*\b(?:with|as)\W+(?:the\W+)?$")
_THAN = re.compile(r"\b(?:than|before|after|as)\W+(?:the\W+|that\W+of\W+)?$")
_FRONTED = re.compile(r"\W*(from|to|in|at|on|by|with|for|of)\W+(?:which|what|whom|where)\b")
_STRANDED = re.compile(r"\b(from|to|in|at|on|by|with|for|of)\W*$")
_COMPUTING = ("average", "sum", "superlative", "adjective", "count")
_BACK = re.compile(r"\b(?:(the|same|that|this|those|these|such)|its|their|his|her)\W+(?:\w+\W+)?$")
_PRONOUN = re.compile(
    r"\b(?:they|he|she|it|each|its|their|his|her|who|which|that)\W+(?:\w+\W+){0,2}$"
)
_OBJECT = re.compile(r"\W+(?:\w+\W+)?(?:it|them|him|her|its|their|his)\b")
_LISTED = re.compile(r"\W*(?:(?:and|or|nor|and/or)\W+)?(?:the\W+|in\W+|both\W+)*")


class Steps:
    """The ways on of trees over one lattice, scored by `weights`."""

    def __init__(
        self, lattice: Lattice, weights: Mapping[str, float], people: Mapping[str, float]
    ) -> None:
        self.lattice, self.weights, self.people = lattice, weights, people
        self._plain: dict[str, bool] = {}
        self._over: dict[tuple[int, int], bool] = {}
        self._joins: dict[tuple[str, str], tuple[float, float]] = {}
        self._between: dict[tuple[int, int], tuple[str, frozenset[str]]] = {}
        self.schema: GraphSchema = lattice.schema
        text = lattice.text.casefold()
        self._ends = {said[1] for said in (_FRONTED.match(text), _STRANDED.search(text)) if said}

    def begun(self) -> list[ReadingTree]:
        """Return the trees before the first word: what is asked for is said, or implied."""
        labels = self._implied()
        who = self.lattice.text.casefold().lstrip().startswith(("who", "by whom", "whom"))
        trees = [ReadingTree()]
        for label in labels:
            features = {"root:implied": 1.0}
            if who:
                features["root:implied_who"] = self.people.get(label, 0.0)
            trees.append(
                ReadingTree().with_features(features, self.weights, labels=(label,), said=(-1,))
            )
        return trees

    def _implied(self) -> list[str]:
        """Return the labels that may be asked for though no noun says them."""
        met: dict[str, None] = {}
        for item in (i for begun in self.lattice.items for i in begun):
            if item.meaning and not item.meaning.on_type:
                met[item.meaning.label] = None
                near = self.schema.hops.get(item.meaning.label, ())
                met |= dict.fromkeys(h.label for h in near)
            element = item.element
            if element and element.kind == "type":
                met |= dict.fromkeys(e for pair in self.schema.ends[element.name] for e in pair)
            elif element and element.kind == "property" and not element.on_type:
                met[element.of] = None
            elif element and element.kind == "property":
                met |= dict.fromkeys(e for p in self.schema.ends.get(element.of, ()) for e in p)
        return [label for label in met if label][:10]

    def skipped(self, tree: ReadingTree, place: int) -> ReadingTree:
        """Return the tree where a word says nothing."""
        word = self.lattice.words[place]
        text = word.text
        if place in self.lattice.light:
            kind = "light"
        elif place and text[0].isupper() and not text.isupper():
            kind = "name"
        elif text[0].isdigit():
            kind = "number"
        else:
            kind = "content"
        best = max((i.score for i in self.lattice.items[place] if i.end == place + 1), default=0.0)
        features = {f"skip:{kind}": 1.0}
        if best >= 0.9 and kind != "light":
            features["skip:known"] = 1.0
        last = tree.last.cue if tree.last and tree.last.end == place else None
        if kind == "content" and last is not None and last.kind in _COMPUTING:
            features["skip:measured"] = 1.0  # "Total payroll", of a graph that has none.
        if kind == "content" and tree.last is None:
            features["skip:asked"] = 1.0  # What is asked for comes first: "lyrics of Lima".
        return tree.with_features(features, self.weights)

    def taken(self, tree: ReadingTree, item: Item, least: float) -> Iterator[ReadingTree]:
        """Yield the trees that an item makes of one, of a score above `least`."""
        lexical = self._fits(item)
        fits = self._weighed(lexical)
        for features, changed in self._ways(tree, item):
            score = tree.score + fits + self._weighed(features)
            if score > least:
                past = (features, (lexical, tree.past))
                yield replace(tree, **{"last": item, **changed}, score=score, past=past)

    def _weighed(self, features: Mapping[str, float]) -> float:
        return sum(self.weights.get(name, 0.0) * value for name, value in features.items())

    def _fits(self, item: Item) -> dict[str, float]:
        features = {f"use:{item.kind}": 1.0, f"fit:{item.kind}": item.score}
        features["words"] = float(item.end - item.start)
        if self.schema.learnt and item.element:
            said = " ".join(w.stem for w in self.lattice.words[item.start : item.end])
            features[f"means:{said}:{key_of(item.element)}"] = 1.0
        if item.taught:
            features[f"taught:{item.kind}"] = item.score
        elif item.ringed:
            features[f"ring:{item.kind}"] = 1.0
        elif item.kind != "cue" and item.score < 0.6:
            features[f"near:{item.kind}"] = 1.0
        if item.meaning is not None:
            features["value:name" if item.meaning.is_name else "value:other"] = 1.0
            features["value:typed"] = float(item.meaning.on_type)
        return features

    def _ways(self, tree: ReadingTree, item: Item) -> Iterator[Step]:
        if item.kind == "noun" and item.element:
            yield from self._noun(tree, item, item.element.name)
        elif item.kind == "verb" and item.element:
            yield from self._verb(tree, item, item.element.name)
        elif item.kind == "value":
            yield from self._value(tree, item)
        elif item.cue is not None and item.cue.kind in ("not", "missing"):
            word = self.lattice.words[item.start].text.casefold()
            if tree.verb is not None and word in ("nothing", "nobody", "none", "no"):
                yield {"denial:behind": 1.0}, {"verb": tree.verb._replace(negated=True)}
            yield {"denial": 1.0}, {"denied": item.start}
        else:
            focus = tree.focus if tree.labels else -1
            if item.kind == "property" and tree.denied >= 0:
                waiting = (*tree.waiting, Waiting(item, focus, True))
                yield {"denial:property": 1.0}, {"waiting": waiting, "denied": -1}
            yield {}, {"waiting": (*tree.waiting, Waiting(item, focus))}

    def _noun(self, tree: ReadingTree, item: Item, label: str) -> Iterator[Step]:
        if not tree.labels:
            yield {"root:noun": 1.0}, {"labels": (label,), "said": (item.start,)}
            return
        before = self._before(tree, item.start)
        named = any(c.owner == Owner(0) and c.is_name for c in tree.conditions)
        for variable, own in enumerate(tree.labels):
            if own == label:
                features = {f"same:{tree.role(variable)}": 1.0, f"same:{before}": 1.0}
                if tree.said[variable] < 0:
                    root = float(not variable)
                    features = {"same:implied": 1.0, "same:implied_root": root}
                said = tuple(
                    item.start if i == variable and s < 0 else s for i, s in enumerate(tree.said)
                )
                yield features, {"focus": variable, "said": said}
                yield from self._again(tree, item, variable, said)
        for features, changed, _ in self._linked(tree, item.start, label):
            features.pop("link:shared_from", None)
            features["noun:named_root"] = float(named)
            yield features, changed

    def _again(
        self, tree: ReadingTree, item: Item, variable: int, said: tuple[int, ...]
    ) -> Iterator[Step]:
        """Yield a verb that leads to what is there: "wrote and directed the same film"."""
        verb = tree.verb
        if verb is None or verb.subject == variable:
            return
        same = {"again": 1.0, f"again:{self._sameness(item)}": 1.0}
        for features, link in self._between_known(tree, verb, (verb.subject, variable)):
            changed: dict[str, Any] = {"links": (*tree.links, link), "verb": None}
            if verb.typed is not None:
                changed["conditions"] = self._with_typed(tree, verb, len(tree.links))
            yield {**same, **features}, {**changed, "focus": variable, "said": said, "denied": -1}

    def _sameness(self, item: Item) -> str:
        """Name the word before a noun that may stand for what was said: the, same, its, that."""
        before = self.lattice.text[: self.lattice.words[item.start].start].casefold()
        said = _BACK.search(before[-16:])
        return (said[1] or "pronoun") if said else "bare"

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
                link = TreeLink(verb.type, source, target, verb.negated, said=True)
                yield self._direction(link, verb, near), link

    def _value(self, tree: ReadingTree, item: Item) -> Iterator[Step]:
        meaning = item.meaning
        assert meaning is not None
        if meaning.on_type:
            yield from self._typed_value(tree, item)
            return
        label, denied = meaning.label, tree.denied >= 0
        if not tree.labels:
            own = self._condition(0, item, denied)
            changed: dict[str, Any] = {
                "labels": (label,),
                "said": (item.start,),
                "conditions": (own,),
            }
            yield {"root:value": 1.0}, changed
            return
        yield from self._joined(tree, item)
        yield from self._compared(tree, item)
        before = self._before(tree, item.start)
        behind = self.lattice.text[: self.lattice.words[item.start].start].casefold()
        another = float(bool(_WITH_ANOTHER.search(behind)))
        for variable, known in enumerate(tree.labels):
            if known != label:
                continue
            fixed = any(
                c.owner == Owner(variable) and c.name == meaning.property for c in tree.conditions
            )
            features = {f"on:{tree.role(variable)}": 1.0, f"on:{before}": 1.0}
            features["on:fixed"] = float(fixed)
            features["on:name"] = float(meaning.is_name)
            features["on:shared"] = another
            if tree.said[variable] < 0:
                features["on:implied"] = 1.0
            if denied:
                features["denied:condition"] = 1.0
            conditions = (*tree.conditions, self._condition(variable, item, denied))
            yield features, {"conditions": conditions, "focus": variable, "denied": -1}
            said = tree.waiting[-1] if tree.waiting else None
            named = said.item.element if said else None
            if said and named and (named.kind, named.name) == ("property", meaning.property):
                # "No citizens of Austria": the property is that of the value.
                met = (*tree.conditions, self._condition(variable, item, said.denied))
                about = {**features, "on:said": 1.0, "on:said_denied": float(said.denied)}
                changed = {"conditions": met, "focus": variable, "waiting": tree.waiting[:-1]}
                yield about, changed
        for features, changed, variable in self._linked(tree, item.start, label):
            own = self._condition(variable, item, False)
            features["value:linked"] = 1.0
            conditions = (*changed["conditions"], own)
            if "link:shared" in features:
                source = int(features["link:shared_from"])
                itself = own._replace(owner=Owner(source), negated=True)
                shared = {k: v for k, v in features.items() if k != "link:shared_from"}
                yield (
                    {**shared, "shared:others": 1.0},
                    {**changed, "conditions": (*conditions, itself)},
                )
                continue
            yield features, {**changed, "conditions": conditions}
            yield from self._twin(tree, item, features, {**changed, "conditions": conditions})

    def _twin(
        self, tree: ReadingTree, item: Item, features: dict[str, float], changed: dict[str, Any]
    ) -> Iterator[Step]:
        """Yield a name that two verbs lead to: "directed and produced by Ann"."""
        assert item.meaning is not None
        last = len(tree.labels) - 1
        verb = tree.verb
        if verb is None or last < 1 or tree.labels[last] != item.meaning.label:
            return
        if any(c.owner == Owner(last) for c in tree.conditions) or tree.links[-1].type == verb.type:
            return
        twin = self._condition(last, item, False)
        yield {**features, "twin": 1.0}, {**changed, "conditions": (*changed["conditions"], twin)}

    def _compared(self, tree: ReadingTree, item: Item) -> Iterator[Step]:
        """Yield a name that something is compared with: "cheaper than Sencha", "after Bora"."""
        start = self.lattice.words[item.start].start
        before = self.lattice.text[max(0, start - 20) : start].casefold()
        if item.meaning and item.meaning.label in tree.labels and _THAN.search(before):
            yield {"compared": 1.0}, {"waiting": (*tree.waiting, Waiting(item, tree.focus))}

    def _condition(self, variable: int, item: Item, denied: bool) -> ValueCondition:
        meaning = item.meaning
        assert meaning is not None
        return ValueCondition(
            Owner(variable),
            meaning.property,
            tuple(meaning.values),
            denied,
            item.start,
            meaning.is_name,
        )

    def _joined(self, tree: ReadingTree, item: Item) -> Iterator[Step]:
        """Yield "Ann or Bob" as one of both, "both Ann and Bob" as a further thing of each."""
        last, meaning = tree.last, item.meaning
        if last is None or last.meaning is None or meaning is None or not tree.conditions:
            return
        between = self.lattice.between(last.end, item.start)
        alike = (last.meaning.label, last.meaning.property) == (meaning.label, meaning.property)
        if not alike or not _LISTED.fullmatch(between):
            return
        word = "or" if re.search(r"\bn?or\b", between) else "and" if "and" in between else "comma"
        condition = tree.conditions[-1]
        joined = condition._replace(values=(*condition.values, *meaning.values))
        yield {f"join:{word}": 1.0}, {"conditions": (*tree.conditions[:-1], joined)}
        entering = [k for k in tree.links if condition.owner.number in (k.source, k.target)]
        if not condition.owner.is_link and condition.owner.number and entering:
            link, variable = entering[-1], len(tree.labels)
            ends = {condition.owner.number: variable}
            again = link._replace(
                source=ends.get(link.source, link.source), target=ends.get(link.target, link.target)
            )
            both = float(bool(re.search(r"\bboth\b", self.lattice.text.casefold())))
            yield (
                {f"again:{word}": 1.0, f"again:both:{word}": both},
                {
                    "labels": (*tree.labels, meaning.label),
                    "said": (*tree.said, item.start),
                    "links": (*tree.links, again),
                    "conditions": (
                        *tree.conditions,
                        self._condition(variable, item, condition.negated),
                    ),
                    "focus": variable,
                },
            )

    def _typed_value(self, tree: ReadingTree, item: Item) -> Iterator[Step]:
        """Yield a text that only relationships have: a condition on one, or on one to come."""
        meaning = item.meaning
        assert meaning is not None
        typed = (meaning.property, meaning.values[0])
        yield from self._joined(tree, item)
        for number, link in enumerate(tree.links):
            if link.type == meaning.label:
                own = self._condition(0, item, tree.denied >= 0)._replace(owner=Owner(number, True))
                yield {"typed:on": 1.0}, {"conditions": (*tree.conditions, own), "denied": -1}
        for features, changed in self._verb(tree, item, meaning.label):
            verb = changed.get("verb")
            if verb is not None and verb.at == item.start:
                yield features, {**changed, "verb": verb._replace(typed=typed)}

    def _verb(self, tree: ReadingTree, item: Item, type: str) -> Iterator[Step]:
        passive = self._is_passive(item, type) != item.converse
        denied = tree.denied >= 0
        behind = self.lattice.text[self.lattice.words[item.end - 1].end :]
        of = bool(re.match(r"\s+(?:of|for)\b", behind))
        verb = PendingVerb(type, item.start, item.end, 0, passive, denied, of=of)
        if not tree.labels:
            for source, target in self.schema.ends.get(type, ())[:4]:
                for label, role in ((source, "source"), (target, "target")):
                    features = {f"root:verb_{role}{'_passive' * passive}": 1.0}
                    if self.lattice.text.casefold().startswith("who"):
                        features["root:verb_who"] = self.people.get(label, 0.0)
                    yield (
                        features,
                        {
                            "labels": (label,),
                            "said": (item.start,),
                            "verb": verb,
                            "denied": -1,
                        },
                    )
            return
        for number, link in enumerate(tree.links):
            if link.type == type and not link.said:
                links = list(tree.links)
                links[number] = link._replace(said=True, negated=link.negated or denied)
                near = tree.focus in (link.source, link.target)
                features = {"verb:confirms": 1.0, "verb:confirms_near": float(near)}
                features |= self._direction(link, verb, -1)
                yield features, {"links": tuple(links), "denied": -1}
        yield from self._verb_again(tree, item, verb)
        closed = self.closed(tree) if tree.verb else tree
        before = self._before(tree, item.start)
        for variable in dict.fromkeys((tree.focus, tree.subject, 0)):
            if variable >= len(closed.labels):
                continue
            if not any(h.type == type for h in self.schema.hops.get(closed.labels[variable], ())):
                continue
            features = {
                f"verb:{tree.role(variable)}": 1.0,
                f"verb:{tree.role(variable)}:{before}": 1.0,
            }
            changed = {
                "verb": verb._replace(subject=variable),
                "subject": variable,
                "denied": -1,
                "labels": closed.labels,
                "said": closed.said,
                "links": closed.links,
                "conditions": closed.conditions,
            }
            if tree.verb:
                features["verb:closed"] = 1.0
            yield features, changed
        yield from self._role(tree, item, type)

    def _verb_again(self, tree: ReadingTree, item: Item, verb: PendingVerb) -> Iterator[Step]:
        """Yield a verb whose ends are there: "the films they directed", "founded and led it"."""
        text, words = self.lattice.text.casefold(), self.lattice.words
        before, behind = text[: words[item.start].start], text[words[item.end - 1].end :]
        pronoun = bool(_PRONOUN.search(before[-24:]) or _OBJECT.match(behind))
        near = dict.fromkeys((tree.subject, tree.focus, 0))
        for one in near:
            for other in near:
                if one == other:
                    continue
                ends = verb._replace(subject=one)
                for features, link in self._between_known(tree, ends, (one, other)):
                    joined = {
                        "meets": 1.0,
                        f"meets:{'pronoun' if pronoun else 'plain'}": 1.0,
                        f"meets:{tree.role(one)}:{tree.role(other)}": 1.0,
                        f"meets:{self._before(tree, item.start)}": 1.0,
                    }
                    changed = {"links": (*tree.links, link), "denied": -1}
                    yield {**joined, **features}, changed

    def _role(self, tree: ReadingTree, item: Item, type: str) -> Iterator[Step]:
        """Yield a type that is named by who does it as a further variable: "whose director"."""
        if tree.verb is not None:
            return
        for variable in dict.fromkeys((tree.focus, tree.subject, 0)):
            for hop in self.schema.hops.get(tree.labels[variable], ()):
                if hop.type != type:
                    continue
                number = len(tree.labels)
                ends = (variable, number) if hop.outgoing else (number, variable)
                link = TreeLink(type, *ends, negated=tree.denied >= 0, said=True)
                yield (
                    {
                        "role": 1.0,
                        f"role:{tree.role(variable)}": 1.0,
                        f"role:{'out' if hop.outgoing else 'in'}": 1.0,
                    },
                    {
                        "labels": (*tree.labels, hop.label),
                        "said": (*tree.said, item.start),
                        "links": (*tree.links, link),
                        "focus": number,
                        "denied": -1,
                    },
                )

    def closed(self, tree: ReadingTree) -> ReadingTree:
        """Return the tree whose verb leads to anything: "taxa that feed on other taxa"."""
        verb = tree.verb
        if verb is None:
            return tree
        hops = [
            h for h in self.schema.hops.get(tree.labels[verb.subject], ()) if h.type == verb.type
        ]
        if not hops:
            return replace(tree, verb=None)
        away = verb.passive == is_named_passive(verb.type)
        hops.sort(key=lambda h: h.outgoing != away)
        number = len(tree.labels)
        ends = (verb.subject, number) if hops[0].outgoing else (number, verb.subject)
        links = (*tree.links, TreeLink(verb.type, *ends, negated=verb.negated, said=True))
        return replace(
            tree,
            verb=None,
            labels=(*tree.labels, hops[0].label),
            said=(*tree.said, verb.at),
            links=links,
            conditions=self._with_typed(tree, verb, len(links) - 1),
        )

    def _with_typed(
        self, tree: ReadingTree, verb: PendingVerb, number: int
    ) -> tuple[ValueCondition, ...]:
        if verb.typed is None:
            return tree.conditions
        name, text = verb.typed
        own = ValueCondition(Owner(number, True), name, (text,), False, verb.at, False)
        return (*tree.conditions, own)

    def _linked(
        self, tree: ReadingTree, place: int, label: str
    ) -> Iterator[tuple[dict[str, float], dict[str, Any], int]]:
        """Yield a new variable of a label, linked to one that is there, by every way."""
        before, verb = self._before(tree, place), tree.verb
        sources = dict.fromkeys(
            ([verb.subject] if verb else [])
            + [tree.focus, tree.subject, 0, *range(len(tree.labels))]
        )
        for source in list(sources)[:5]:
            for way in self._routes(tree.labels[source], label, verb.type if verb else ""):
                yield self._along(tree, place, source, way, before)

    def _routes(self, start: str, label: str, type: str) -> Iterator[Sequence[SchemaHop]]:
        direct = [h for h in self.schema.hops.get(start, ()) if h.label == label]
        yield from ([h] for h in direct[:8])
        if type:
            for hop in self.schema.hops.get(start, ()):
                if hop.type == type and hop.label != label:
                    for way in self.schema.routes(hop.label).get(label, ())[:3]:
                        yield [hop, *way]
        if start == label:
            if _SHARED.search(self.lattice.text.casefold()):
                for hop in self.schema.hops.get(start, ())[:8]:
                    back = [
                        h
                        for h in self.schema.hops.get(hop.label, ())
                        if h.label == label and h.type == hop.type and h.outgoing != hop.outgoing
                    ]
                    yield from ([hop, h] for h in back[:1])
        elif not direct:
            yield from self.schema.routes(start).get(label, ())[:4]

    def _along(
        self, tree: ReadingTree, place: int, source: int, way: Sequence[SchemaHop], before: str
    ) -> tuple[dict[str, float], dict[str, Any], int]:
        verb, denied = tree.verb, tree.denied >= 0
        said = verb is not None and any(h.type == verb.type for h in way)
        negated = denied or bool(verb and verb.negated and said)
        features = {f"link:{tree.role(source)}:{before}": 1.0, f"link:{tree.role(source)}": 1.0}
        features[f"link:hops{len(way)}"] = 1.0
        if len(way) == 2 and way[0].type == way[1].type and tree.labels[source] == way[1].label:
            features |= {"link:shared": 1.0, "link:shared_from": float(source)}
        features["link:said" if said else "link:unsaid"] = 1.0
        if not said and self._passed(tree, place):
            features["link:over"] = (
                1.0  # "Companies that pioneered publishing" do not operate in it.
            )
        if verb is not None and not said:
            features["link:verb_left"] = 1.0
        if said and verb is not None and source == verb.subject:
            features["link:from_subject"] = 1.0
        plain = sum(self._is_plain(h) for h in way)
        features["link:plain"], features["link:special"] = float(plain), float(len(way) - plain)
        if said:
            features["link:special"] = 0.0
        if not said and len(way) == 1:
            types, both = self._alike(tree.labels[source], way[0].label)
            features["link:one_of"], features["link:both_ways"] = types, both
        _, between = self._said_between(tree.last.end if tree.last else 0, place)
        prepositions = frozenset(_last_word(h.type) for h in way) & _PREPOSITIONS
        if prepositions & between:
            features["link:preposition"] = 1.0
        if prepositions & self._ends and not source:
            features["link:fronted"] = 1.0
        if not said and prepositions - between:
            features["link:other_preposition"] = 1.0
        labels, known, links = list(tree.labels), list(tree.said), list(tree.links)
        conditions = tree.conditions
        at = source
        for number, hop in enumerate(way):
            last = number == len(way) - 1
            reached = None if last else self._reached(tree, at, hop)
            if reached is not None:
                at, features["link:reused"] = reached, 1.0
                continue
            labels.append(hop.label)
            known.append(place if last else -1)
            far = len(labels) - 1
            ends = (at, far) if hop.outgoing else (far, at)
            spoken = verb is not None and hop.type == verb.type
            link = TreeLink(hop.type, *ends, negated=negated and number == 0, said=spoken)
            if spoken and verb is not None:
                features |= self._direction(link, verb, at)
                conditions = self._with_typed(tree, verb, len(links))
            links.append(link)
            at = far
        if negated:
            features["denied:link"] = 1.0
        changed = {
            "labels": tuple(labels),
            "said": tuple(known),
            "links": tuple(links),
            "focus": at,
            "verb": None if said else verb,
            "denied": -1,
            "conditions": conditions,
        }
        return features, changed, at

    def _passed(self, tree: ReadingTree, place: int) -> bool:
        """Say whether a word that may be a verb stands unread before what a link leads to."""
        span = tree.last.end if tree.last else 0, place
        if span not in self._over:
            words = (i for i in range(*span) if i not in self.lattice.light)
            texts = (self.lattice.words[i].text for i in words)
            self._over[span] = any(text.islower() and text not in STOP_WORDS for text in texts)
        return self._over[span]

    def _is_plain(self, hop: SchemaHop) -> bool:
        """Say whether a type says nothing that its ends do not: LOCATED_IN, HAS_SKILL."""
        if hop.type not in self._plain:
            ends = {e for pair in self.schema.ends[hop.type] for e in pair}
            said = frozenset().union(*map(_parts, ends)) | PLAIN
            self._plain[hop.type] = _parts(hop.type) <= said
        return self._plain[hop.type]

    def _alike(self, start: str, label: str) -> tuple[float, float]:
        """Return how many other types join two labels, and 1 where they lead both ways."""
        if (start, label) not in self._joins:
            hops = [h for h in self.schema.hops.get(start, ()) if h.label == label]
            both = float(len({h.outgoing for h in hops}) > 1)
            self._joins[start, label] = float(len({h.type for h in hops}) - 1), both
        return self._joins[start, label]

    def _reached(self, tree: ReadingTree, at: int, hop: SchemaHop) -> int | None:
        for link in tree.links:
            near, far = (link.source, link.target) if hop.outgoing else (link.target, link.source)
            if near == at and link.type == hop.type and not link.negated:
                return far
        return None

    def _direction(self, link: TreeLink, verb: PendingVerb, subject: int) -> dict[str, float]:
        """Say whether a link leads as its verb's voice says, where the schema leaves it open."""
        ends = self.schema.ends.get(link.type, ())
        if not any((b, a) in ends for a, b in ends):
            return {}
        away = subject == link.source if subject >= 0 else link.source < link.target
        agrees = away == (verb.passive == is_named_passive(link.type))
        words = plain_words(link.type).split()
        named = "noun" if words[0] in ("has", "is") or words[-1] == "of" else "verb"
        of = ":of" * verb.of
        return {f"direction:{named}{of}:{'agrees' if agrees else 'not'}": 1.0}

    def _is_passive(self, item: Item, type: str) -> bool:
        words = self.lattice.words
        word = words[item.start].text.casefold()
        before = self.lattice.text[: words[item.start].start].casefold()
        behind = self.lattice.text[words[item.end - 1].end :].casefold()
        if re.match(r"\s+by\b", behind) and not is_named_passive(type):
            return True
        if is_named_passive(type):
            return bool(_DONE.search(word)) or bool(re.match(r"\s+by\b", behind))
        return bool(_BE.search(before)) and bool(_DONE.search(word))

    def _before(self, tree: ReadingTree, place: int) -> str:
        """Name what stands between the last item and a word: of, by, and, or, that, in, none."""
        return self._said_between(tree.last.end if tree.last else 0, place)[0]

    def _said_between(self, start: int, place: int) -> tuple[str, frozenset[str]]:
        """Return the kind of what stands between two words, and its words."""
        if (start, place) not in self._between:
            between = self.lattice.between(start, place)
            self._between[start, place] = _kind_of(between), frozenset(between.split())
        return self._between[start, place]


def _kind_of(between: str) -> str:
    if not between.strip(" \"'"):
        return "none"
    if "'s" in between or "’s" in between:
        return "owner"
    return next((name for pattern, name in _BETWEEN if pattern.search(between)), "words")


@lru_cache(maxsize=4096)
def _last_word(type: str) -> str:
    return plain_words(type).split()[-1]


@lru_cache(maxsize=4096)
def _parts(type: str) -> frozenset[str]:
    return frozenset(plain_words(type).split())


_PREPOSITIONS = frozenset("in at on to from by for with of about under into".split())  # noqa: SIM905
_BETWEEN = (
    (_RELATIVE, "that"),
    (re.compile(r"\bor\b|\bnor\b"), "or"),
    (re.compile(r"\band\b|\bbut\b"), "and"),
    (re.compile(r"\bof\b"), "of"),
    (re.compile(r"\bby\b"), "by"),
    (re.compile(r"\b(?:to|from)\b"), "to"),
    (re.compile(r"\b(?:in|on|at|with|for|under|about|within)\b"), "in"),
    (re.compile(r"\b(?:has|have|had|having)\b"), "has"),
    (re.compile(r"\b(?:is|are|was|were|do|does|did)\b"), "is"),
    (re.compile(r"[,;]"), "comma"),
)
