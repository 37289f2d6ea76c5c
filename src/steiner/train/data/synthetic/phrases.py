"""Says one step of a relation path around a phrase: "Aurora" becomes "the person who leads Aurora".

A small grammar of English of our own; its words come from the schema and the encoder's vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from steiner.index.everyday import WORDS
from steiner.train.data.synthetic.relation_words import Said
from steiner.train.data.synthetic.verbs import Knows, plural


class Phrase(NamedTuple):
    """A noun phrase, whether it is a plural, and whether it is a bare name."""

    text: str
    many: bool = False
    named: bool = False


class StepWords(NamedTuple):
    """What a step says: the reading of its relation and its way, nouns for its end.

    `forward`: from head to tail. `kind` is the end as a singular, `many` whether more than one is
    meant, `person` whether "who" asks for it. Of points in time `moment` is what happened then, as
    a participle: "released". `text` is the relationship type.
    """

    said: Said
    forward: bool
    kind: str
    many: bool
    person: bool
    moment: str = ""
    text: str = ""

    @property
    def is_subject(self) -> bool:
        """Whether the step leads to the verb's subject, to what the noun names."""
        return self.said.of_tail == self.forward


class Grammar:
    """Phrases and questions in many forms; `draw` chooses, `knows` says what a word is."""

    def __init__(self, draw: Random, knows: Knows) -> None:
        self._draw, self._knows = draw, knows

    def phrase(self, step: StepWords, begun: Phrase) -> Phrase:
        """Return the ends of one step from `begun`: "the films that Ann directed"."""
        return Phrase(self._one_of(list(self._phrases(step, begun))), step.many)

    def question(self, step: StepWords, begun: Phrase) -> str:
        """Ask for the ends of one step from `begun`: "who directed the films of Ann"."""
        own = list(self._questions(step, begun))
        if own and self._draw.random() < _OWN:
            return self._one_of(own)
        return self.asked(self.phrase(step, begun), step)

    def asked(self, phrase: Phrase, step: StepWords) -> str:
        """Ask for a whole phrase: "what are the films that Ann directed"."""
        asked = f"{'who' if step.person else 'what'} {_be(phrase.many)}"
        bare = phrase.text.removeprefix("the ")
        order = self._one_of(_ORDERS)
        which = f"{self._one_of(['which', 'what'])} {bare}"
        return self._one_of([f"{asked} {phrase.text}", f"{order} {phrase.text}", bare, which])

    def shared(self, first: StepWords, second: StepWords, begun: Phrase) -> Phrase:
        """Say a step and its way back at once: "the films with the same director as Aurora"."""
        forms = list(self._shared(first, second, begun))
        return Phrase(self._one_of(forms), second.many)

    def _one_of(self, forms: list[str]) -> str:
        return self._draw.choice(forms)

    def _noun(self, noun: str, many: bool) -> str:
        """Return a noun in its number, now and then behind a word that says nothing of the path."""
        beside = f"{self._draw.choice(WORDS)} " if self._draw.random() < _BESIDE else ""
        return beside + (plural(noun, self._knows) if many else noun)

    def _phrases(self, step: StepWords, begun: Phrase) -> Iterator[str]:
        said, x = step.said, begun.text
        kind, who = self._noun(step.kind, step.many), "who" if step.person else "that"
        if said.noun and step.is_subject:
            noun = self._noun(said.noun, step.many)
            yield f"the {noun} {said.after if said.verb and said.after else 'of'} {x}"
            yield f"{_possessive(begun)} {noun}"
        if said.noun and not step.is_subject:
            yield f"the {kind} whose {said.noun} is {x}"
            yield f"the {kind} with {x} as {said.noun}"
            yield f"the {kind} {who} {_have(step.many)} {x} as {said.noun}"
            if not said.verb:
                yield f"the {kind} with {said.noun} {x}"
                yield f"the {kind} of {said.noun} {x}"
        if said.verb and step.is_subject:
            yield f"the {kind} {who} {_does(said, step.many)} {x}"
            yield f"the {kind} {said.verb.ing} {_joined(said.after, x)}"
        if said.verb and not step.is_subject:
            yield f"the {kind} {x} {_does(said, begun.many)}"
            yield f"the {kind} that {x} {_does(said, begun.many)}"
            yield f"the {kind} {_joined(said.verb.participle, said.after)} by {x}"
        if said.after and not said.verb:
            yield from self._joined_by(step, kind, x)

    def _joined_by(self, step: StepWords, kind: str, x: str) -> Iterator[str]:
        """Yield what a type without a verb says that ends or begins with a preposition."""
        after = step.said.after
        if step.is_subject != bool(step.said.noun):
            yield f"the {kind} {after} {x}"
            yield f"the {kind} that {_be(step.many)} {after} {x}"
            yield f"the {kind} {after} the {step.said.noun} {x}".replace("  ", " ")
        else:
            yield f"the {kind} that {x} is {after}"

    def _questions(self, step: StepWords, begun: Phrase) -> Iterator[str]:
        said, x = step.said, begun.text
        if step.moment:
            yield from [f"when {_was(begun.many)} {x} {step.moment}"] * _WHEN
        kind = self._noun(step.kind, step.many)
        which = self._one_of([f"which {kind}", f"what {kind}", "who" if step.person else "what"])
        if said.verb and step.is_subject:
            yield f"{which} {_does(said, step.many)} {x}"
            yield f"{x} {_was(begun.many)} {_joined(said.verb.participle, said.after)} by {which}"
            yield f"by {which} {_was(begun.many)} {x} {_joined(said.verb.participle, said.after)}"
        if said.verb and not step.is_subject:
            yield f"{which} {_do(said, begun.many)} {x} {_joined(said.verb.base, said.after)}"
            yield f"{x} {_does(said, begun.many)} {which}"
            yield f"{which} {_was(step.many)} {_joined(said.verb.participle, said.after)} by {x}"
        if said.noun and step.is_subject and not said.verb:
            noun = self._noun(said.noun, step.many)
            asked = self._one_of([f"which {noun}", f"what {noun}"])
            yield f"{asked} {'do' if begun.many else 'does'} {x} have"
            yield f"{asked} {_be(begun.many)} {x}"
            yield f"{x} {_have(begun.many)} {asked}"
            yield f"{asked} of {step.kind} {_be(begun.many)} {x}"
            yield f"{x} {_be(begun.many)} {said.after or 'of'} {asked}"
            yield f"{said.after or 'of'} {asked} {_be(begun.many)} {x}"
        if said.noun and not step.is_subject:
            yield f"{which} {_have(step.many)} {x} as {said.noun}"
            yield f"whose {said.noun} is {x}"
            if not said.verb:
                yield f"{which} {_have(step.many)} the {said.noun} {x}"

    def _shared(self, first: StepWords, second: StepWords, begun: Phrase) -> Iterator[str]:
        said, x = first.said, begun.text
        kind, who = self._noun(second.kind, second.many), "who" if second.person else "that"
        other = self._one_of(["", "other "])
        if said.noun and first.is_subject:
            yield f"the {other}{kind} with the same {said.noun} as {x}"
            yield f"the {other}{kind} {who} {_share(second.many)} a {said.noun} with {x}"
            yield f"the {kind} {who} also {_have(second.many)} {_possessive(begun)} {said.noun}"
            yield f"the {other}{kind} whose {said.noun} is also the {said.noun} of {x}"
        if said.verb and not first.is_subject:
            middle = self._noun(first.kind, first.many)
            yield f"the {other}{kind} {who} {_does(said, second.many)} the same {middle} as {x}"
            yield f"the {kind} {who} also {_does(said, second.many)} {middle} {x} {_does(said)}"
            yield f"the {kind} {who} {_does(said, second.many)} {middle} together with {x}"
        middle_phrase = self.phrase(first, begun)
        whole = self.phrase(second, middle_phrase).text
        yield whole.replace(f"the {kind}", f"the other {kind}", 1)


_OWN = 0.6
"""Of the questions, what is asked in the forms of the step itself, where it has some."""
_BESIDE = 0.05
_WHEN = 4
"""How often "when" is asked for a point in time, of some ten forms."""
_ORDERS = ["name", "list", "find", "show", "give", "give me", "tell me"]


def _possessive(begun: Phrase) -> str:
    return f"{begun.text}'" if begun.many and begun.text.endswith("s") else f"{begun.text}'s"


def _joined(*words: str) -> str:
    return " ".join(filter(None, words))


def _does(said: Said, many: bool = False) -> str:
    """Return the verb in its tense with its preposition: "acted in", "supplies"."""
    if said.verb is None:
        return ""
    now = said.verb.base if many else said.verb.third
    return _joined(now if said.present else said.verb.past, said.after)


def _do(said: Said, many: bool) -> str:
    return ("do" if many else "does") if said.present else "did"


def _was(many: bool) -> str:
    return "were" if many else "was"


def _be(many: bool) -> str:
    return "are" if many else "is"


def _have(many: bool) -> str:
    return "have" if many else "has"


def _share(many: bool) -> str:
    return "share" if many else "shares"
