"""Numbers that a question computes of two properties: "quantity times unit price", a revenue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from steiner.algebra import Operand
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.lexicon.common_words import AMOUNTS
from steiner.query.naming.schema_words import schema_of
from steiner.query.widening.measuring.derived_schema import Derived, over_derived
from steiner.query.widening.plainer import Plainer, SaidElement, is_named_so, said_elements
from steiner.text import plain_words

_NUMBERS = ("number", "number as text")
_BETWEEN = {
    "*": r"times|multiplied\s+by|[x*×]",
    "-": r"minus|less|[-\u2212]",
    "+": r"plus|\+",
    "/": r"divided\s+by|/",
}
"""What stands between two numbers that are computed with each other."""
_BEFORE = {
    "*": (r"products?\s+of", "and"),
    "-": (r"differences?\s+(?:between|of)", "and"),
    "+": (r"sums?\s+of", "and"),
    "/": (r"ratios?\s+(?:of|between)", "to|and"),
}
"""What stands before both, and what between them."""
_TIME = (r"(?:number\s+of\s+)?(?P<unit>days|months|years|time)(?:\s+(?:elapsed|passed))?\s+"
         r"(?:between|from)", "and|to|until")  # fmt: skip
_NAMES = ("figure", "magnitude", "computation", "outcome")
"""What a computed number is called where the schema calls nothing so."""
_REVENUE = re.compile(
    r"\b(?:(?:total|overall)\s+)?(?P<what>revenues?|turnover|sales(?=\s+(?:values?|amounts?|volumes?)\b)|"
    r"(?<=total\s)sales)(?:\s+(?:values?|amounts?|volumes?))?\b",
    re.IGNORECASE,
)
_SUMS = frozenset({"total", "amount", "value", "sum", "revenue", "sales", "turnover"})
"""Words of numbers that may be a revenue themselves."""
_PRICE = frozenset({"price", "cost", "fee", "rate"})
_DISCOUNT = frozenset({"discount", "rebate", "tax"})
_WITHOUT_DISCOUNT = 0.8
"""How probable a revenue is at most where a discount may count, too."""
_OF_THE = re.compile(
    r"(\b(?:total|sum|average|mean|\w+est|maximum|minimum))\s+of(?:\s+the)?\s*$", re.IGNORECASE
)
"""Behind a word that adds up or ranks: "the total of quantity times price"."""
_A = r"\s+(?:(?:the|their|its)\s+)?"


def with_computed_phrase(given: Plainer) -> Plainer | None:
    """Read what is computed of two properties as one number."""
    name = next((n for n in _NAMES if not is_named_so(given.schema, n)), "")
    if not name:
        return None
    for one, other in _pairs(given):
        for operator, start, end in _computed(given.text, one, other):
            before = _OF_THE.sub(r"\1", given.text[:start])
            text = f"{before} {name} {given.text[end:]}"
            if derived := _derived(given, name, operator, one, other):
                return over_derived(given, text, (derived,), needed=True)
    return None


def _pairs(given: Plainer) -> Iterator[tuple[SaidElement, SaidElement]]:
    """Yield two properties of one owner of which a question says the first before the other."""
    said = list(said_elements(given.text, given.schema, "property"))
    for one, other in permutations(said, 2):
        first, second = one.element, other.element
        same = (first.of, first.on_type) == (second.of, second.on_type)
        if same and first.name != second.name and one.end < other.start:
            yield one, other


def _computed(text: str, one: SaidElement, other: SaidElement) -> Iterator[tuple[str, int, int]]:
    """Yield operators that stand between two properties, with the characters of the phrase."""
    between, before = text[one.end : other.start], text[: one.start]
    for operator, said in _BETWEEN.items():
        if re.fullmatch(rf"\s*(?:{said})(?:{_A}|\s*)", between, re.I):
            yield operator, one.start, other.end
    for operator, (lead, join) in _BEFORE.items():
        led = re.search(rf"\b(?:the\s+)?(?:{lead}){_A}$", before, re.I)
        if led and re.fullmatch(rf"\s+(?:{join}){_A}", between, re.I):
            yield operator, led.start(), other.end
    lead, join = _TIME
    led = re.search(rf"\b(?:the\s+)?{lead}{_A}$", before, re.I)
    if led and re.fullmatch(rf"\s+(?:{join}){_A}", between, re.I):
        unit = led["unit"].casefold()
        yield "days" if unit == "time" else unit, led.start(), other.end


def _derived(
    given: Plainer, name: str, operator: str, one: SaidElement, other: SaidElement
) -> Derived | None:
    first, second = (schema_of(given.schema, own.element) for own in (one, other))
    kinds = TEMPORAL if operator in ("days", "months", "years") else _NUMBERS
    if first.kind not in kinds or second.kind not in kinds:
        return None
    of, operand = one.element, Operand(operator, second.name)
    wide = max(abs(first.most), 1.0) * max(abs(second.most), 1.0)
    return Derived(of.of, of.on_type, name, first.name, operand, -wide, wide)


def with_revenue(given: Plainer) -> Plainer | None:
    """Read a revenue that nothing is called as quantity times price, added up."""
    said = _REVENUE.search(given.text)
    if said is None or any(is_named_so(given.schema, word) for word in _SUMS):
        return None
    sold = list(_sold(given))
    if len(sold) != 1:
        return None
    derived, discounted = sold[0]
    before = given.text[: said.start()]
    averaged = re.search(r"\b(?:average|mean|avg)\s+$", before, re.IGNORECASE)
    text = f"{before}{'' if averaged else 'total '}revenue{given.text[said.end() :]}"
    most = _WITHOUT_DISCOUNT if discounted else 1.0
    return over_derived(given, text, (derived,), most, needed=True)


def _sold(given: Plainer) -> Iterator[tuple[Derived, bool]]:
    """Yield what has one quantity and one price, and whether a discount lowers that."""
    members = [(of, own, False) for of, own in given.schema.labels.items()]
    members += [(of, own, True) for of, own in given.schema.types.items()]
    for of, own, on_type in members:
        words = {name: {*plain_words(name).split()} for name in own}
        numbers = [n for n, p in own.items() if p.kind in _NUMBERS]
        quantities = [n for n in numbers if words[n] & (AMOUNTS - {"total", "amount"})]
        prices = [n for n in numbers if words[n] & _PRICE and n not in quantities]
        if len(quantities) == len(prices) == 1:
            wide = max(own[quantities[0]].most, 1.0) * max(own[prices[0]].most, 1.0)
            operand = Operand("*", prices[0])
            discounted = any(said & _DISCOUNT for said in words.values())
            yield (
                Derived(of, on_type, "revenue", quantities[0], operand, 0.0, wide),
                discounted,
            )
