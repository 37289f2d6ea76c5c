"""English verb forms by rule, checked against words that are known."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

Knows = Callable[[str], bool]

_IRREGULAR = """
be was been, become became become, begin began begun, break broke broken, bring brought brought,
build built built, buy bought bought, catch caught caught, choose chose chosen, come came come,
cut cut cut, do did done, draw drew drawn, drive drove driven, eat ate eaten, fall fell fallen,
feed fed fed, feel felt felt, fight fought fought, find bases bases, fly flew flown,
forget forgot forgotten, get got got, give gave given, go went gone, grow grew grown, have had had,
hear heard heard, hide hid hidden, hit hit hit, hold held held, keep kept kept, know knew known,
lead led led, leave left left, lend lent lent, lose lost lost, make made made, mean meant meant,
meet met met, pay paid paid, put put put, read read read, ride rode ridden, run ran run,
say said said, see saw seen, sell sold sold, send sent sent, set set set, show showed shown,
sing sang sung, sit sat sat, speak spoke spoken, spend spent spent, stand stood stood,
steal stole stolen, take took taken, teach taught taught, tell told told, think thought thought,
throw threw thrown, understand understood understood, wear wore worn, win won won,
write wrote written, bear bore born
"""


class Verb(NamedTuple):
    """The forms of a verb: write, writes, wrote, written, writing, and who writes: writer."""

    base: str
    third: str
    past: str
    participle: str
    ing: str
    agent: str


_FORMS = [entry.split() for entry in _IRREGULAR.split(",")]
_BY_FORM = {form: forms for forms in _FORMS for form in forms[1:]} | {f[0]: f for f in _FORMS}


def verb_of(word: str, knows: Knows) -> Verb | None:
    """Return the verb that a word is a form of, None where it can be none.

    "wrote" and "written" are of write; "supplies" of supply, as "supply" is known; "genre" of none.
    """
    if word in _BY_FORM:
        return _irregular(word, knows)
    base = next((base for base in _bases(word) if knows(base)), None)
    if base is None:
        return None
    if base in _BY_FORM:
        return _irregular(base, knows)
    past = word if word.endswith("ed") else _past(base, knows)
    return _forms(base, past, past, knows) if knows(past) else None


def agent_verb(noun: str, knows: Knows) -> Verb | None:
    """Return the verb of who does it: "actor" of act; None where the noun is no agent."""
    if noun[-2:] not in ("er", "or"):
        return None
    for base in _uncut(noun[:-2], "ed"):
        verb = verb_of(f"{base}s", knows) if knows(base) else None
        if verb and verb.agent == noun:
            return verb
    return None


def plural(noun: str, knows: Knows) -> str:
    """Return the plural of a noun phrase's last word; of one that is plural already, itself."""
    if is_plural(noun, knows):
        return noun
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def singular(noun: str, knows: Knows) -> str:
    """Return the singular of a plural whose singular is known, and other nouns as they are."""
    last = noun.rsplit(" ", 1)[-1]
    stem = noun[: len(noun) - len(last)]
    for ending, instead in (("ies", "y"), ("s", ""), ("es", "")):
        cut = last[: -len(ending)] + instead
        if last.endswith(ending) and not last.endswith("ss") and knows(cut):
            return stem + cut
    return noun


def is_plural(noun: str, knows: Knows) -> bool:
    """Say whether a noun phrase is a plural."""
    return singular(noun, knows) != noun


def _bases(word: str) -> list[str]:
    """Return what a word may be a form of: "supplies": supply, supplie, suppli."""
    bases = []
    for endings in (("ied", "ies"), ("ed", "es", "ing"), ("d", "s")):
        for ending in endings:
            if word.endswith(ending) and len(word) - len(ending) >= 2:
                bases += _uncut(word[: -len(ending)], ending)
    return bases


def _uncut(stem: str, ending: str) -> list[str]:
    if ending in ("ied", "ies"):
        return [f"{stem}y"]
    double = [stem[:-1]] if len(stem) > 3 and stem[-1] == stem[-2] else []
    return [stem, f"{stem}e", *double] if ending in ("ed", "ing") else [stem]


def _past(base: str, knows: Knows) -> str:
    if knows(f"{base}{base[-1]}ed"):
        return f"{base}{base[-1]}ed"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return f"{base[:-1]}ied"
    return f"{base}d" if base.endswith("e") else f"{base}ed"


def _irregular(word: str, knows: Knows) -> Verb:
    base, past, participle = _BY_FORM[word]
    return _forms(base, past, participle, knows)


def _forms(base: str, past: str, participle: str, knows: Knows) -> Verb:
    doubled = past[:-2] if past.endswith("ed") and past[:-2].startswith(base) else base
    stem = doubled[:-1] if doubled.endswith("e") and not doubled.endswith("ee") else doubled
    third = plural(base, lambda _: False)
    agents = [f"{stem}er", f"{stem}or", f"{base}r" if base.endswith("e") else f"{base}er"]
    if base.endswith("y"):
        agents.append(f"{base[:-1]}ier")
    agent = next((agent for agent in agents if knows(agent)), "")
    return Verb(base, third, past, participle, f"{stem}ing", agent)
