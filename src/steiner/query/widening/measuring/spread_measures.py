"""Medians, percentiles, standard deviations, and several measures side by side, as averages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from steiner.algebra import Bound, Grouping, Measure, OfGroup, Overall, Owner, Query
from steiner.algebra.terms import PERCENTILE
from steiner.query.widening.plainer import Plainer, is_named_so

_OF = r"(?:\s+(?:of|in|for|among)\s+(?:the\s+|all\s+(?:the\s+)?)?)?"
_SPREAD = re.compile(
    rf"\b(?:(?P<median>medians?)|(?P<stdev>standard\s+deviations?|std\.?\s*dev\.?|stdev)|"
    rf"(?P<percent>\d{{1,2}}(?:\.\d+)?)(?:st|nd|rd|th)?[\s-]percentile|"
    rf"(?P<quartile>first|lower|third|upper)\s+quartile)\b{_OF}\s*",
    re.IGNORECASE,
)
_QUARTILES = {"first": 25.0, "lower": 25.0, "third": 75.0, "upper": 75.0}
_WORDS = {
    **dict.fromkeys(("average", "avg", "mean"), "avg"),
    **dict.fromkeys(("minimum", "min", "lowest", "smallest", "shortest"), "min"),
    **dict.fromkeys(("maximum", "max", "highest", "largest", "longest"), "max"),
    **dict.fromkeys(("total", "sum"), "sum"),
    **{"median": "median", "standard deviation": "stdev"},
}
_WORD = "|".join(_WORDS)
_LIST = re.compile(
    rf"\b(?P<each>(?:{_WORD})(?:\s*,\s*(?:and\s+)?(?:the\s+)?(?:{_WORD}))*\s*,?\s+and\s+(?:the\s+)?(?:{_WORD}))"
    rf"{_OF}\s+",
    re.IGNORECASE,
)


def as_average(given: Plainer) -> Plainer | None:
    """Read a median, percentile or standard deviation as an average."""
    said = _SPREAD.search(given.text)
    if said is None or any(is_named_so(given.schema, w) for w in said.group().split()[:1]):
        return None
    if re.search(r"\b(?:average|mean|avg)\b", given.text, re.IGNORECASE):
        return None  # Which of both is said of what is not told.
    text = f"{given.text[: said.start()]}average {given.text[said.end() :]}"
    kind = PERCENTILE if said["percent"] or said["quartile"] else "median"
    kind = "stdev" if said["stdev"] else kind
    percent = float(said["percent"] or 0) or _QUARTILES.get((said["quartile"] or "").casefold(), 0)

    def widened(query: Query) -> Query | None:
        wide = _with_kind(query, kind, percent)
        return None if wide == query else wide

    return given.said(text, widened)


def _with_kind(query: Query, kind: str, percent: float) -> Query:
    """Return a query with a measure of a kind where it had an average."""

    def changed(own: Measure | None) -> Measure | None:
        return replace(own, kind=kind, percent=percent) if own and own.kind == "avg" else own

    def compared(bound: Bound) -> Bound:
        value = bound.value
        if kind == PERCENTILE or not isinstance(value, Overall | OfGroup) or value.kind != "avg":
            return bound
        return replace(bound, value=value._replace(kind=kind))

    return replace(
        query,
        measure=changed(query.measure),
        bounds=tuple(map(compared, query.bounds)),
        across=kind if query.across == "avg" and kind != PERCENTILE else query.across,
        beside=tuple(_with_kind(own, kind, percent) for own in query.beside),
    )


def as_one_measure(given: Plainer) -> Plainer | None:
    """Read "the lowest, average and highest price" as the average price."""
    said = _LIST.search(given.text)
    if said is None:
        return None
    kinds = [_WORDS[" ".join(w.casefold().split())] for w in re.findall(
        rf"\b(?:{_WORD})\b", said["each"], re.IGNORECASE)]  # fmt: skip
    text = f"{given.text[: said.start()]}average {given.text[said.end() :]}"
    return given.said(text, lambda query: _with_measures(query, kinds))


def _with_measures(query: Query, kinds: Sequence[str]) -> Query | None:
    """Return a table with these measures where there was an average, of all or of each."""
    measure = query.measure
    if measure is None or measure.kind != "avg" or measure.having or query.order or query.across:
        return None
    by = () if query.single else (query.group or Owner(0),)
    measures = tuple(Measure(kind, measure.over) for kind in dict.fromkeys(kinds))
    table = Grouping(by, measures)
    return replace(query, measure=None, group=None, single=False, shown=(), grouping=table)
