"""The words of a question that compute: a closed grammar of English cues."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from steiner.lexicon.common_words import AMOUNTS_OF_MONEY, PRICES, TIME_TAKEN
from steiner.query.english.asking_words import LEVELS
from steiner.query.english.days import DAY, MONTHS, day
from steiner.question.conditions import DECADE, first_year

NUMBERS = {
    name: number
    for number, name in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
    )
} | {"fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50, "hundred": 100, "dozen": 12}
ORDINALS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5}
TIMES = {"once": 1, "twice": 2, "thrice": 3}
NUMBERS |= TIMES
_SCALES = {"thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "billion": 1e9}
_NOT_ONE = {
    "one": r"(?!\s+of\s+(?:the|our|their|its|my|your|these|those)\b)",
    **dict.fromkeys(TIMES, r"(?!\s+as\b)"),
}
"""What stands behind a number word that counts nothing: "works on one of our projects"."""
_WORDED = "|".join(word + _NOT_ONE.get(word, "") for word in NUMBERS)
_ONE = r"an?(?=\s(?:thousand|million|billion)\b)"
_SCALE = r"(?:\s?(?:thousand|million|billion)\b|[km]\b)?"
_DIGITS = r"(?<!\d)\d[\d,]{0,40}"
"""Begun once a number, and none is longer: else each digit of a thousand begins a search."""
_MINUS = r"(?:(?<![\w.)])[-−]|\b(?:minus|negative)\s+)?"
_N = rf"{_MINUS}[$€£]?(?:{_DIGITS}(?:\.\d+)?|\b(?:{_WORDED}|{_ONE})\b){_SCALE}%?"
_V = rf"[\"'“‘]?(?P<value>{DAY}|{_N})(?:(?<=\d)(?:st|nd|rd|th)\b)?[\"'”’]?"
_W = rf"[\"'“‘]?(?P<last>{DAY}|{_N})[\"'”’]?"
_NTH = r"\d+(?:st|nd|rd|th)\b"
"""A number in a row: "after the 75th minute"."""
_ALONE = rf"(?!\s+(?:than\s+)?{_N})"
"""Behind "5 or below", not in "above 5 and below 8"."""
_BARE_MONTH = rf"(?:{'|'.join(MONTHS)})"
_Q = r"[\"'“‘`](?P<text>[^\"”`]+?)[\"'”’`](?!\w)"
_CAPITALS = r"(?-i:(?P<text>[A-Z\d][\w.&-]*\b(?:\s+[A-Z\d][\w.&-]*\b)*))"
"""Text without quotes: "whose name starts with Old Town"."""
_MOST = {
    "highest": "", "largest": "size", "biggest": "size", "greatest": "", "maximum": "",
    "busiest": "", "deepest": "depth", "widest": "width", "fastest": "speed",
    "strongest": "strength", "hottest": "temperature", "warmest": "temperature",
    "most": "", "best": "", "richest": "", "heaviest": "weight", "tallest": "height",
    "longest": "length", "thickest": "length", "dearest": "price", "priciest": "price",
    "latest": "date", "newest": "date",
    "youngest": "date",
}  # fmt: skip
_LEAST = {
    "shallowest": "depth", "narrowest": "width", "slowest": "speed", "weakest": "strength",
    "coldest": "temperature", "lowest": "", "smallest": "size", "least": "", "fewest": "",
    "minimum": "",
    "shortest": "length", "thinnest": "length",
    "cheapest": "price", "earliest": "date", "oldest": "date", "worst": "", "lightest": "weight",
}  # fmt: skip
_ADJECTIVES = {"expensive": "price", "recent": "date", "popular": "", "costly": "price"}
SUPERLATIVES = {**dict.fromkeys(_MOST, True), **dict.fromkeys(_LEAST, False)}
COMPARATIVES = {
    "more": "most", "fewer": "fewest", "less": "least", "higher": "highest", "lower": "lowest",
    "larger": "largest", "bigger": "biggest", "greater": "greatest", "smaller": "smallest",
    "longer": "longest", "shorter": "shortest", "older": "oldest", "younger": "youngest",
    "newer": "newest", "earlier": "earliest", "later": "latest", "cheaper": "cheapest",
    "heavier": "heaviest", "lighter": "lightest", "taller": "tallest", "busier": "busiest",
}  # fmt: skip
"""Of two things: "which has more beds, A or B?" asks for the most of both."""
_ORDINALS = {"first": "earliest", "last": "latest"}
"""Of one thing: "the first film she directed"; "the first 3" may be any."""
MEANT = {**_MOST, **_LEAST}

FAR = ("distance", "km", "kilometres", "kilometers", "miles")
"""Names of how long a way is."""
DIMENSIONS = {
    "tall": ("height",), "taller": ("height",), "high": ("height",),
    "higher": ("height",),
    "heavy": ("weight", "mass"), "heavier": ("weight", "mass"), "lighter": ("weight", "mass"),
    "old": ("age",), "older": ("age",), "younger": ("age",),
    "long": ("length", "pages", *TIME_TAKEN, *FAR),
    "longer": ("length", "pages", *TIME_TAKEN, *FAR),
    "shorter": ("length", "pages", "height", *TIME_TAKEN, *FAR),
    "wide": ("width",),
    "wider": ("width",), "narrower": ("width",),
    "deep": ("depth",), "deeper": ("depth",), "shallower": ("depth",),
    "fast": ("speed",), "faster": ("speed",), "slower": ("speed",),
    **dict.fromkeys(
        ("expensive", "cheaper", "pricier", "dearer", "costlier"), tuple(sorted(PRICES))
    ),
    "thicker": ("pages", "thickness"), "thinner": ("pages", "thickness"),
    "hotter": ("temperature",), "colder": ("temperature",), "strong": ("strength",),
    "stronger": ("strength",), "weaker": ("strength",),
}  # fmt: skip
"""What an adjective measures; the length of what is read is its pages."""
SIZED = ("larger", "bigger", "smaller")
_SIZE = ("size", "area", "capacity", "population", *sorted(AMOUNTS_OF_MONEY))
DIMENSIONS |= dict.fromkeys((*SIZED, "large", "big"), _SIZE)
"""What is larger may be so in anything that is named beside it, too."""
OLDER, NEWER = frozenset({"older"}), frozenset({"younger", "newer"})
"""Of a year they compare when something began: "older than 1995" is before."""
_UPWARDS = (
    "taller|heavier|stronger|faster|wider|deeper|hotter|busier|richer|dearer|pricier|costlier|"
    "more\\s+expensive|thicker"
)
_DOWNWARDS = "lighter|weaker|slower|narrower|shallower|colder|poorer|less\\s+expensive|thinner"

_TIME = r"(?:the\s+)?(?:year|timestamp|time|date)\s+"
"""Between a comparison and its number: "after timestamp 1606000000"."""
_MEAN = r"[\s-]+(?:(?:the|an|our)\s+)?(?:overall\s+)?(?:average|mean)\b(?!\s+(?:number|count)\b)"
"""The average, but of how many: no property has that."""

_CUES: tuple[tuple[str, str, Any], ...] = (
    (
        "overall",
        rf"\b(?:(?:more|greater|higher|larger|later|bigger|older|longer|{_UPWARDS})\s+than|"
        rf"exceed(?:s|ing|ed)?|over|above){_MEAN}",
        ">",
    ),
    (
        "overall",
        rf"\b(?:(?:less|fewer|lower|smaller|shorter|younger|cheaper|{_DOWNWARDS})\s+than|under|"
        rf"below){_MEAN}",
        "<",
    ),
    ("overall", rf"\bthan{_MEAN}", ""),
    ("bound", rf"between\s+(?:the\s+)?(?:(?!{DAY})[a-z]+\s+)?{_V}\s+and\s+{_W}", ">= <="),
    (
        "bound",
        rf"(?:between|from)\s+(?P<value>{_BARE_MONTH})\s+(?:and|to|until|through)\s+(?P<last>{DAY})",
        ">= <=",
    ),
    ("bound", rf"(?:ranging\s+)?from\s+{_V}\s+to\s+{_W}", ">= <="),
    ("bound", rf"{_V}\s+(?:up\s+)?to\s+{_W}", ">= <="),
    ("decade", rf"(?:in|of|from|during)\s+(?:the\s+)?{DECADE.format('value')}", None),
    ("bound", rf"{_V}(?=\s+[a-z]+\s+or\s+(?:more|above|over|later|higher|greater)\b)", ">="),
    ("bound", rf"{_V}(?=\s+[a-z]+\s+or\s+(?:less|fewer|below|under|earlier|lower)\b)", "<="),
    ("bound", rf"{_V}\s+(?:or|and)\s+(?:more|above|over|later|higher|greater)\b{_ALONE}", ">="),
    ("bound", rf"{_V}\s+(?:or|and)\s+(?:less|fewer|below|under|earlier|lower)\b{_ALONE}", "<="),
    ("bound", rf"(?:no|not)\s+(?:more|greater|higher|later)\s+than\s+{_V}", "<="),
    ("bound", rf"(?:no|not)\s+(?:less|fewer|lower|smaller|earlier)\s+than\s+{_V}", ">="),
    ("bound", rf"on\s+or\s+after\s+{_V}", ">="),
    ("bound", rf"on\s+or\s+before\s+{_V}", "<="),
    ("bound", rf"(?:at\s+least|a\s+minimum\s+of|since|minimum)\s+{_V}", ">="),
    ("bound", rf"(?:at\s+most|a\s+maximum\s+of|up\s+to|maximum)\s+{_V}", "<="),
    (
        "bound",
        rf"(?:(?:more|greater|higher|larger|later|bigger|older|newer|longer|{_UPWARDS})\s+than|"
        rf"exceed(?:s|ing|ed)?|over|above|after)\s+(?:{_TIME}|the\s+(?={_NTH}))?{_V}",
        ">",
    ),
    (
        "bound",
        rf"(?:(?:less|fewer|lower|smaller|earlier|shorter|younger|cheaper|{_DOWNWARDS})\s+than|under|"
        rf"below|before|prior\s+to)\s+(?:{_TIME}|the\s+(?={_NTH}))?{_V}",
        "<",
    ),
    ("bound", rf"(?:>=|=>|≥)\s*{_V}", ">="),
    ("bound", r"(?<![\w.])(?P<value>\d+)\+(?=\s+[a-z])", ">="),
    ("bound", rf"(?:<=|=<|≤)\s*{_V}", "<="),
    ("bound", rf">\s*{_V}", ">"),
    ("bound", rf"<\s*{_V}", "<"),
    ("bound", rf"\bon\s+[\"'“‘]?(?P<value>{DAY})[\"'”’]?", "="),
    ("bound", r"\bpositive\b(?P<zero>)", ">"),
    ("bound", r"\bnegative\b(?P<zero>)", "<"),
    ("bound", rf"divisible\s+by\s+{_V}", "divisible"),
    ("bound", r"\b(?P<several>multiple|several)\b", ">"),
    ("bound", rf"(?<=\b(?:has|had)\s)(?:only|just)\s+{_V}", "="),
    ("bound", rf"(?<=\b(?:have|with)\s)(?:only|just)\s+{_V}", "="),
    ("bound", rf"(?<=\bhaving\s)(?:only|just)\s+{_V}", "="),
    ("bound", rf"(?:(?:exactly(?:\s+(?:at|of))?|equals?(?:\s+to)?|equal\s+to)\s+|=\s*){_V}", "="),
    ("text", rf"(?:start|begin)(?:s|ning|ing)?\s+with\s+(?:the\s+\w+\s+)?{_Q}", "starts"),
    (
        "text",
        rf"(?:start|begin)(?:s|ning|ing)?\s+with\s+(?:the\s+(?:letter|word|prefix|text)\s+)?"
        rf"{_CAPITALS}",
        "starts",
    ),
    ("text", rf"(?:end)(?:s|ing)?\s+(?:with|in)\s+(?:the\s+\w+\s+)?{_Q}", "ends"),
    (
        "text",
        rf"(?:contain(?:s|ing)?|includ(?:e|es|ing)|mention(?:s|ing|ed)?|featur(?:es|ing)|"
        rf"with\s+the\s+(?:word|phrase|term)s?|has\s+the\s+word)\s+"
        rf"(?:the\s+)?(?:(?:word|phrase|text|term|string|keyword)s?\s+)?{_Q}",
        "contains",
    ),
    (
        "text",
        rf"(?:\bwith\s+)?(?:\bthe\s+word\s+)?{_Q}\s+in\s+(?:its|their|the|his|her)\b",
        "contains",
    ),
    ("month", rf"\bin\s+(?P<month>{'|'.join(MONTHS)})\s*(?:of\s+)?(?P<value>\d{{4}})?\b", None),
    (
        "month",
        rf"\b(?:from|of|during)\s+(?P<month>{'|'.join(MONTHS)})\s+(?:of\s+)?(?P<value>\d{{4}})\b",
        None,
    ),
    (
        "year",
        r"\b(?:in|during|from|of|for)\s+(?:the\s+year\s+)?[\"'“‘]?(?P<value>1[5-9]\d\d|20\d\d)\b",
        None,
    ),
    ("year", r"\b(?:the|all|any|our)\s+(?P<value>1[5-9]\d\d|20\d\d)\s+(?=[a-z])", None),
    ("average", r"\b(?:average|mean|avg)\b", "avg"),
    (
        "sum",
        r"(?<!\bin )\b(?:total|combined|overall|sum)(?:\s+(?:number|sum|count)\s+of)?\b|"
        r"\badd(?:s|ed)?\s+up\s+to\b",
        "sum",
    ),
    ("often", r"\bmost\s+(?:often|frequent(?:ly)?|common(?:ly)?)\b", True),
    ("often", r"\bleast\s+(?:often|frequent(?:ly)?|common(?:ly)?)\b", False),
    (
        "adjective",
        rf"\b(?P<sign>most|least)\s+(?P<adjective>{'|'.join(_ADJECTIVES)})(?:ly)?\b",
        None,
    ),
    (
        "adjective",
        rf"\b(?P<sign>more|less)\s+(?P<adjective>{'|'.join(_ADJECTIVES)})\b(?!\s+than)(?=.*\bor\b)",
        None,
    ),
    (
        "superlative",
        rf"\b(?<=the\s)(?P<ordinal>{'|'.join(_ORDINALS)})(?!\s+(?:{_N}|names?\b))",
        None,
    ),
    (
        "superlative",
        rf"(?<=\w)(?<!est)(?<!recent)\s(?P<ordinal>{'|'.join(_ORDINALS)})(?=\s*(?:[?.!]|$))",
        None,
    ),
    ("superlative", rf"\b(?:{'|'.join(SUPERLATIVES)})(?:\s+number\s+of)?\b", None),
    (
        "count",
        rf"\bbreak(?:down\s+of|\s+down)\b|\bhow\s+many(?:\s+times)?\b|\bhow\s+often\b|\b(?:the\s+)?(?:number|count)\s+of\b(?!\s+{_N})|\bcounts?\b",
        None,
    ),
    ("arithmetic", rf"\b(?:top|bottom)\s+{_N}(?<=%)|\b(?:top|bottom)\s+{_N}\s+percent\b", None),
    ("top", rf"\btop\s+(?P<value>{_N})\b", None),
    ("limit", rf"\blimit(?:ed)?\s+(?:[a-z]+\s+){{0,3}}?to\s+(?P<value>{_N})\b", None),
    ("first", rf"\b(?:first|earliest)\s+(?P<value>{_N})\b", None),
    ("last", rf"\b(?:(?<!s\s)last|latest|most\s+recent)\s+(?P<value>{_N})\b", None),
    (
        "order",
        r"\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|arranged?)\s+(?:by\b|from\b|in\s+(?=asc|desc|alpha|"
        r"chron|reverse|increas|decreas))|\bin\s+(?:the\s+)?order\s+(?:of|in\s+which|that)\b|\balphabetical"
        r"(?:ly|\s+order)?\b|\bchronological(?:ly|\s+order)?\b",
        None,
    ),
    ("direction", r"\b(?:descending|ascending|desc|asc)\b(?:\s+order)?", None),
    ("each", r"\b(?:for\s+each|per|for\s+every|by\s+each|each|every)\b", None),
    ("each", r"\b(?:each|every)\b", None),  # Of "inspected by each", a type INSPECTED_BY.
    ("based", r"\b(?:based\s+on|by|in\s+terms\s+of|according\s+to)\b", None),
    (
        "missing",
        r"\b(?:without|lack(?:s|ing)?|no(?!\s+longer\b))\b(?:\s+an?\b)?(?:\s+(?:any|specified|listed))?",
        None,
    ),
    (
        "not",
        r"\b(?:not|never|neither|nor|nobody|no\s+(?:one|longer)|none|nothing|except(?:\s+for)?|excluding|other\s+than|but\s+not|"
        r"besides|apart\s+from|aside\s+from|"
        r"outside(?:\s+of)?(?=\s+(?:the\s+)?(?-i:[A-Z\"'“‘])))\b|n't\b",
        None,
    ),
    ("levels", LEVELS, None),
    ("now", r"\b(?:now|currently|at\s+present|at\s+the\s+moment)\b", None),
    ("distinct", r"\b(?:distinct|different|unique|diverse)\b", None),
    (
        "same",
        r"\bsame\b|\bboth\b|\bthemselves\b|\balso\b|\b(?:their|his|her|its)\s+own\b",
        None,
    ),
    (
        "arithmetic",
        r"\b(?:ratio|percent(?:age)?s?|proportions?|fractions?|shares?(?=\s+of\b)|medians?|variance|deviation|correlation|"
        r"differences?\s+(?:between|in)|divided\s+by|multiplied\s+by|cumulative|running\s+total|"
        rf"(?:twice|half|times)\s+(?:as|more)|(?:{'|'.join(ORDINALS)}|\d+(?:nd|rd|th))[\s-]+"
        rf"(?=(?:{'|'.join(SUPERLATIVES)})\b)|\b(?:{'|'.join(ORDINALS)})(?=\W*$))",
        None,
    ),
    ("comparative", rf"\b(?:{'|'.join(COMPARATIVES)})\b(?!\s+than)(?=.*\bor\b)", None),
    ("number", rf"(?P<value>{_N})", None),
)


@dataclass(frozen=True, slots=True)
class Cue:
    """What a phrase computes: `kind` and `operator` of the grammar, its `value`, and characters.

    `last`: the end of a range, the month.
    """

    kind: str
    start: int
    end: int
    operator: Any = None
    value: Any = None
    last: Any = None


def cues(text: str, protected: list[tuple[int, int]] | None = None) -> list[Cue]:
    """Return the cues of a question as they stand; a phrase counts before one that it overlaps.

    `protected` are spans that are names of the graph, in which nothing is a cue.
    """
    taken = list(protected or [])
    read: list[Cue] = []
    for kind, pattern, operator in _patterns():
        for match in pattern.finditer(text):
            start, end = match.span()
            quotes = kind in ("text",)
            if any(start < b and a < end for a, b in taken if not (quotes and start < a)):
                continue
            taken.append((start, end))
            read.append(_cue(kind, operator, match))
    return sorted(read, key=lambda cue: cue.start)


@cache
def _patterns() -> list[tuple[str, re.Pattern[str], Any]]:
    """Return the grammar, compiled at its first use: Python looks each up in its own cache."""
    return [(kind, re.compile(cue, re.IGNORECASE), operator) for kind, cue, operator in _CUES]


def _cue(kind: str, operator: Any, match: re.Match[str]) -> Cue:
    groups = match.groupdict()
    # "After May 2014" is after its last day, "between May 2014 and June 2014" begins on the first.
    first = _scaled(groups["value"], groups.get("last") or "") if groups.get("value") else ""
    value = number(first, operator in (">", "<=")) if first else None
    value = 0 if groups.get("zero") is not None else value
    value = 1 if groups.get("several") else groups.get("text") or value
    last = number(groups["last"], True) if groups.get("last") else None
    word = match.group().casefold().strip()
    word = _ORDINALS.get(word, word) if groups.get("ordinal") else word
    if kind == "superlative":
        operator, value = SUPERLATIVES[word.split()[0]], word
    if kind == "comparative":
        word = COMPARATIVES[word]
        kind, operator, value = "superlative", SUPERLATIVES[word], word
    if kind == "adjective":
        operator = groups["sign"].casefold() in ("most", "more")
        value = _ADJECTIVES[groups["adjective"].casefold()]
    if kind == "decade":
        value = first_year(groups["value"])
    if kind == "month":
        last = MONTHS.index(groups["month"].casefold()) + 1
    if kind in ("order", "direction"):
        operator = not word.startswith(("asc", "alpha", "chron"))
        value = word
    return Cue(kind, *match.span(), operator, value, last)


def place_in_order(text: str) -> int:
    """Return which place an ordinal names, 0 for none: "second" and "2nd" are 2."""
    word = text.casefold().strip(" -")
    return ORDINALS.get(word) or int(re.sub(r"\D", "", word) or 0)


def _scaled(first: str, last: str) -> str:
    """Return "1 million" of "between 1 and 2 million", where the scale is said once."""
    if re.fullmatch(_BARE_MONTH, first, re.IGNORECASE):
        year = re.search(r"\d{4}$", last)
        return f"{first} {year.group()}" if year else first
    scale = re.search(r"(?<=\d)(?:\s?(?:thousand|million|billion)|[km])$", last, re.IGNORECASE)
    bare = re.fullmatch(r"[$€£]?\d+(?:\.\d+)?", first)
    return f"{first}{scale.group()}" if scale and bare else first


def number(text: str, last: bool = False) -> float | int | str:
    """Read "$1,000", "5 million", "-2", "two" or "July 4, 1996"; of a month its `last` day, too.

    number("$1,000") is 1000, number("2.5 million") is 2500000.0, a day is the text "1996-07-04".
    """
    if written := day(text, last):
        return written
    plain = re.sub(r"^(?:minus|negative)\s+|^−", "-", text.casefold())
    plain = re.sub(r"[$€£%,]", "", plain)
    parts = re.fullmatch(rf"(-?)([\d.]+|{_WORDED}|an?)\s?([a-z]*)", plain)
    if not parts:
        return text
    base = 1 if parts[2].startswith("a") else NUMBERS.get(parts[2])
    value: float = base if base is not None else float(parts[2])
    value *= _SCALES.get(parts[3], 1) * (-1 if parts[1] else 1)
    return int(value) if float(value).is_integer() else value
