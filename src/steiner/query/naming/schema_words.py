"""The words of a schema and of a question, and what is called a mention."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from steiner.algebra.schema.graph_schema import TEMPORAL, GraphSchema, PropertySchema
from steiner.lexicon.common_words import PLAIN
from steiner.query.english.irregular_forms import IRREGULAR, singulars
from steiner.text import plain_words, stem

_UNDONE = re.compile(
    r"(?:\bnot|\bnever|n't|\byet\s+to\s+be)\W+(?:(?:yet|been|ever|be)\W+)*$", re.IGNORECASE
)

SPOKEN = 0.75
"""Least score of words that are the schema's own, not only near in meaning."""
SPELT = 0.95
"""Least score of words that are those of the schema."""
_WORD = re.compile(r"[^\W_]+(?:'s)?")
_BEHIND = re.compile(r"[\s-]?(?:(?:square|cubic)\s)?([^\W\d_]+)\b", re.IGNORECASE)
_DENIED = re.compile(r"(?<![^\W\d_])[^\W\d_]+n['’]t\b", re.IGNORECASE)
"""A verb that is denied, of which no part is a word: "haven't" is no haven."""
SMALL = {"in", "of", "a", "an", "the", "is", "has", "by", "to", "on", "for", "with", "at", "from"}
_UNITS = """
kg kilo kilos g mg lb lbs km m cm mm mi ft inch inches l ml cl hl litre litres liters hour hours hrs
h minute minutes mins min second seconds secs sec s ms day days week weeks month months year
years
metre metres meter meters foot feet mile miles yard yards tonne tonnes ton tons t kilogram kilograms
gram grams kilometre kilometres kilometer kilometers knot knots
eur euro euros usd dollar dollars gbp pounds chf percent kwh kw watts volts hz
mb gb tb kb celsius date time timestamp
kv mv kva mva mw gw mwh gwh amps khz mhz ghz kpa psi rpm mbps gbps
kmh kph mph km2 m2 m3 sqm sqft ha hectare hectares acre acres pct
"""
_PART = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+")
"""The words of an identifier: "unitsInStock" is three, "CEOs" is one."""
_WHOLE = re.compile(r".+")


class Word(NamedTuple):
    """A word of the question, its stem, its characters."""

    text: str
    stem: str
    start: int
    end: int


class Element(NamedTuple):
    """A part of the schema: `kind` label, type or property; `of`: the property's label or type."""

    kind: str
    name: str
    of: str = ""
    on_type: bool = False


@dataclass(frozen=True, slots=True)
class SchemaMention:
    """Words of a question and the elements that they may mean, the best `score` first.

    `agent`: the word names who does it ("directors" for DIRECTED), of `label` where one is said.
    """

    start: int
    end: int
    elements: tuple[Element, ...]
    score: float
    agent: bool = False
    label: str = ""

    def of_kind(self, kind: str) -> list[Element]:
        """Return the elements of one kind."""
        return [element for element in self.elements if element.kind == kind]


@lru_cache(maxsize=64)
def question_words(text: str) -> tuple[Word, ...]:
    """Split a question into words with their stems; several readers of one ask for the same."""
    read = []
    denied = [said.span() for said in _DENIED.finditer(text)]
    for match in _WORD.finditer(text):
        if any(a <= match.start() < b for a, b in denied):
            continue
        whole = match.group().removesuffix("'s")
        unit = base(whole.casefold()) in UNITS  # "kW" is one word.
        for part in (_WHOLE if unit else _PART).finditer(whole):
            start = match.start() + part.start()
            word = part.group()
            word = word[:-1] if word[:-1].isupper() and word.endswith("s") else word  # "IDs"
            read.append(Word(word, base(word.casefold()), start, start + len(word)))
    return tuple(read)


@lru_cache(maxsize=8)
def elements(schema: GraphSchema) -> dict[Element, tuple[str, ...]]:
    """Return every element of the schema with its stems, stop words left out where others stay."""
    named: dict[Element, tuple[str, ...]] = {}
    for label, properties in schema.labels.items():
        named[Element("label", label)] = _stems(label)
        named |= {Element("property", p, label): _stems(p) for p in properties}
    for type, properties in schema.types.items():
        named[Element("type", type)] = _stems(type)
        named |= {Element("property", p, type, True): _stems(p) for p in properties}
    return named


def schema_of(schema: GraphSchema, element: Element) -> PropertySchema:
    """Return what the schema says of a property."""
    return (schema.types if element.on_type else schema.labels)[element.of][element.name]


def places(words: Sequence[Word], phrase: tuple[str, ...]) -> Iterator[int]:
    """Yield where the words of a phrase stand, one behind the other."""
    size = len(phrase)
    for at in range(len(words) - size + 1):
        if tuple(w.stem for w in words[at : at + size]) == phrase:
            yield at


def is_flag(mention: SchemaMention, schema: GraphSchema) -> bool:
    """Say whether a mention is spelt as a property that is a yes or no."""
    kinds = {schema_of(schema, e).kind for e in mention.of_kind("property")}
    return mention.score >= SPELT and "yes or no" in kinds


def _stems(name: str) -> tuple[str, ...]:
    parts = plain_words(name).split()
    content = [base(part) for part in parts if part not in SMALL]
    return tuple(content or map(base, parts))


@lru_cache(maxsize=10_000)
def base(word: str) -> str:
    """Cut endings until none is left, so that "orders", "order" and "ordered" meet.

    "movie" and "movies" both become "mov", "wrote" and "writes" become "writ"; "hide" becomes
    "hid", which is a form of "hide" again.
    """
    met: set[str] = set()
    while word not in met:
        met.add(word)
        word = stem(IRREGULAR.get(word, word))
    return word[:-1] if len(word) > 3 and word.endswith("i") else word


@lru_cache(maxsize=10_000)
def is_another(said: str, name: str) -> bool:
    """Say whether a word has the stem of a name's by chance: a party is no `isPartOf`.

    So are county and count, story and store; who was injured had an injury. Or as what only tells
    what a name's last word is of.
    """
    own = plain_words(name).split()
    if own[0] == "unit" != own[-1] and said in ("unit", "units"):
        return True  # More than 100 units are no unit price.
    pairs = [(said, one) for one in own] + [(one, said) for one in own]
    return not {said, *singulars(said)} & {*own} and any(
        (cut := _without_y(ends))
        and other in {cut + end for end in ("", "e", "s", "es", "ed", "ing")}
        for ends, other in pairs
    )


def _without_y(word: str) -> str:
    """Return a noun of few letters without its "y", "" for any other word: "part" of "parties"."""
    one = next((s for s in singulars(word) if s.endswith("y")), word)
    return one[:-1] if one.endswith("y") and (len(one) < 6 or one == "county") else ""


def are_joined(said: Sequence[str], own: Sequence[str]) -> bool:
    """Say whether stems are those of a name that parts or joins them: "zipcode" of zip_code.

    So is "date of birth" of birthdate, whose parts stand the other way round.
    """
    if len(said) == len(own):
        return False
    turned = "".join(said[::-1]) == "".join(own) or "".join(own[::-1]) == "".join(said)
    return turned or "".join(said) == "".join(own)


def says_kind(said: Sequence[str], element: Element, own: Sequence[str]) -> bool:
    """Say whether stems are those of a property and a word for what it is: "IP address" of ip."""
    return element.kind == "property" and said[-1] in KIND_WORDS and tuple(said[:-1]) == tuple(own)


@lru_cache(maxsize=4096)
def verb_of(type: str) -> str:
    """Return the stem of the verb that a type begins with: "play" of playsFor; "" of HAS_GENRE."""
    first = plain_words(type).split()[0]
    return "" if first in PLAIN else base(first)


KIND_WORDS = frozenset(map(base, ("address", "number", "date", "day", "time", "code")))
"""Stems of words that say what a property is, behind its name."""
_KEYS = {
    "id",
    "no",
    "nr",
    "number",
    "num",
    "code",
    "key",
    "zip",
    "postcode",
    "phone",
    "ref",
    "plate",
    "isbn",
    "sku",
    "ean",
    "uuid",
    "guid",
    "doi",
    "iban",
    "vin",
    "serial",
}
UNITS = frozenset(map(base, _UNITS.split()))
"""Stems of units that end a name: `dose_mg` is a dose, `heightCm` a height."""
NUMBER_WORDS = ("no", "nr", "num")
"""Stems that end the name of what a thing is known by: "badge number" of badgeNo."""
NUMBER = base("number")
COUNTS = frozenset({"count", "number", "num", "no", "nr", "quantit"})
"""Stems of words for how many, which end a name: `crane_count` are cranes."""


def unit_behind(text: str, position: int) -> tuple[int, int]:
    """Return where the unit of a number that ends at a position stands: "8 hours"; else nowhere."""
    said = _BEHIND.match(text, position)
    return (
        (position + 1, said.end())
        if said and base(said[1].casefold()) in UNITS
        else (position, position)
    )


def is_key(name: str) -> bool:
    """Say whether a number is only what something is known by: `order_id`, `houseNo`."""
    return bool({*plain_words(name).split()} & _KEYS)


def is_spelt(name: str, span: Sequence[Word]) -> bool:
    return plain_words(name) == " ".join(w.text.casefold() for w in span)


def is_undone(text: str, mention: SchemaMention, schema: GraphSchema) -> bool:
    """Say whether a verb that a day is named by is denied: "not yet discharged", dischargedOn.

    Not so where a number stands behind it: "not released in 2020" is so in another year.
    """
    kinds = {schema_of(schema, e).kind for e in mention.of_kind("property")}
    verb = text[mention.start : mention.end].casefold().endswith(("ed", "en"))
    return (
        verb
        and mention.score >= SPELT
        and not mention.of_kind("type")
        and kinds <= {*TEMPORAL}
        and (bool(_UNDONE.search(text[: mention.start])) or _is_opposite(text, mention))
        and not re.search(r"\d", text[mention.end :])
    )


def _is_opposite(text: str, mention: SchemaMention) -> bool:
    """Say whether a word denies what a day is named by: "unresolved" of resolvedOn."""
    word = text[mention.start : mention.end].casefold()
    names = [plain_words(e.name).split()[0] for e in mention.of_kind("property")]
    return word.startswith("un") and bool(names) and not any(n.startswith("un") for n in names)
