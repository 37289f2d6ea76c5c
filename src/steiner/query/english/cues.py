"""The words of a question that compute: a closed grammar of English cues."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from steiner.query.english.asking_words import LEVELS
from steiner.query.english.days import BARE_MONTH, DAY, MONTHS, WHOLE_DAY
from steiner.query.english.degrees import COMPARATIVES, DOWNWARDS, SUPERLATIVES, UPWARDS
from steiner.query.english.number_words import NUMBER, ORDINALS, number, scaled
from steiner.question.conditions import DECADE, first_year

_THE = rf"(?:the\s+(?=\d\w*\s+(?:of\s+)?{BARE_MONTH}))?"
"""Before a day: "since the 3rd of April 2021"."""
_V = rf"{_THE}[\"'“‘]?(?P<value>{DAY}|{NUMBER})(?:(?<=\d)(?:st|nd|rd|th)\b)?[\"'”’]?"
_W = rf"{_THE}[\"'“‘]?(?P<last>{DAY}|{NUMBER})[\"'”’]?"
_NTH = r"\d+(?:st|nd|rd|th)\b"
"""A number in a row: "after the 75th minute"."""
_ALONE = rf"(?!\s+(?:than\s+)?{NUMBER})"
"""Behind "5 or below", not in "above 5 and below 8"."""
_Q = r"[\"'“‘`](?P<text>[^\"”`]+?)[\"'”’`](?!\w)"
_CAPITALS = r"(?-i:(?P<text>[A-Z\d][\w.&-]*\b(?:\s+[A-Z\d][\w.&-]*\b)*))"
"""Text without quotes: "whose name starts with Old Town"."""
_ADJECTIVES = {"expensive": "price", "recent": "date", "popular": "", "costly": "price"}
_ORDINALS = {"first": "earliest", "initial": "earliest", "last": "latest"}
"""Of one thing: "the first film she directed"; "the first 3" may be any."""
_TIME = r"(?:the\s+)?(?:year|timestamp|time|date)\s+"
"""Between a comparison and its number: "after timestamp 1606000000"."""
_MEAN = r"[\s-]+(?:(?:the|an|our)\s+)?(?:overall\s+)?(?:average|mean)\b(?!\s+(?:number|count)\b)"
"""The average, but of how many: no property has that."""
_NOT_ASKED = "".join(
    rf"(?<!\b{word}\s)"
    for word in (
        "the",
        "list",
        "show",
        "give",
        "return",
        "find",
        "name",
        "need",
        "want",
        "me",
        "us",
    )
)
"""Before "only 5" that says how many there are, not how many are wanted: "give me only 5"."""

_CUES: tuple[tuple[str, str, Any], ...] = (
    (
        "overall",
        rf"\b(?:(?:more|greater|higher|larger|later|bigger|older|longer|{UPWARDS})\s+than|"
        rf"exceed(?:s|ing|ed)?|over|above){_MEAN}",
        ">",
    ),
    (
        "overall",
        rf"\b(?:(?:less|fewer|lower|smaller|shorter|younger|cheaper|{DOWNWARDS})\s+than|under|"
        rf"below){_MEAN}",
        "<",
    ),
    ("overall", rf"\bthan{_MEAN}", ""),
    ("bound", rf"between\s+(?:the\s+)?(?:(?!{DAY})[a-z]+\s+)?{_V}\s+and\s+{_W}", ">= <="),
    (
        "bound",
        rf"(?:between|from)\s+(?P<value>{BARE_MONTH})\s+(?:and|to|until|through)\s+(?P<last>{DAY})",
        ">= <=",
    ),
    ("bound", rf"(?:ranging\s+)?from\s+{_V}\s+to\s+{_W}", ">= <="),
    ("bound", rf"{_V}\s+(?:up\s+)?to\s+{_W}", ">= <="),
    ("decade", rf"(?:in|of|from|during)\s+(?:the\s+)?{DECADE.format('value')}", None),
    ("bound", rf"{_V}(?=\s+[a-z]+\s+or\s+(?:more|above|over|later|higher|greater)\b)", ">="),
    ("bound", rf"{_V}(?=\s+[a-z]+\s+or\s+(?:less|fewer|below|under|earlier|lower)\b)", "<="),
    ("bound", rf"{_V}\s+(?:or|and)\s+(?:more|above|over|later|higher|greater)\b{_ALONE}", ">="),
    ("bound", rf"{_V}\s+(?:or|and)\s+(?:less|fewer|below|under|earlier|lower)\b{_ALONE}", "<="),
    (
        "bound",
        rf"(?:no|not)\s+(?:(?:more|greater|higher|later)\s+than|above|over|after)\s+{_V}",
        "<=",
    ),
    (
        "bound",
        rf"(?:no|not)\s+(?:(?:less|fewer|lower|smaller|earlier)\s+than|below|under|before)\s+{_V}",
        ">=",
    ),
    ("bound", rf"starting\s+(?:at|from)\s+{_V}", ">="),
    ("bound", rf"from\s+{_V}\s+on(?:wards?)?(?=\W*(?:[,?.!]|$))", ">="),
    ("bound", rf"on\s+or\s+after\s+{_V}", ">="),
    ("bound", rf"on\s+or\s+before\s+{_V}", "<="),
    ("bound", rf"(?:by|until|till)\s+{_THE}[\"'“‘]?(?P<value>{WHOLE_DAY})[\"'”’]?", "<="),
    ("bound", rf"following\s+{_THE}[\"'“‘]?(?P<value>{WHOLE_DAY})[\"'”’]?", ">"),
    ("bound", rf"preceding\s+{_THE}[\"'“‘]?(?P<value>{WHOLE_DAY})[\"'”’]?", "<"),
    ("bound", rf"(?:at\s+least|a\s+minimum\s+of|since|minimum)\s+{_V}", ">="),
    ("bound", rf"(?:at\s+most|a\s+maximum\s+of|up\s+to|maximum)\s+{_V}", "<="),
    (
        "bound",
        rf"(?:(?:more|greater|higher|larger|later|bigger|older|newer|longer|{UPWARDS})\s+than|"
        rf"exceed(?:s|ing|ed)?|over|above|after|past)\s+(?:{_TIME}|the\s+(?={_NTH}))?{_V}",
        ">",
    ),
    (
        "bound",
        rf"(?:(?:less|fewer|lower|smaller|earlier|shorter|younger|cheaper|{DOWNWARDS})\s+than|under|"
        rf"below|before|prior\s+to)\s+(?:{_TIME}|the\s+(?={_NTH}))?{_V}",
        "<",
    ),
    ("bound", rf"(?:>=|=>|≥)\s*{_V}", ">="),
    ("bound", r"(?<![\w.])(?P<value>\d+)\+(?=\s+[a-z])", ">="),
    ("bound", rf"(?:<=|=<|≤)\s*{_V}", "<="),
    ("bound", rf">\s*{_V}", ">"),
    ("bound", rf"<\s*{_V}", "<"),
    ("bound", rf"\bon\s+{_THE}[\"'“‘]?(?P<value>{DAY})[\"'”’]?", "="),
    (
        "bound",
        rf"(?:^|(?<=[,(])|(?<=ed\s)|\b(?:from|of|dated|for|in|the|is|are|was|were))\s*"
        rf"{_THE}[\"'“‘]?\b(?P<value>{WHOLE_DAY})[\"'”’]?",
        "=",
    ),
    ("bound", r"\bpositive\b(?P<zero>)", ">"),
    ("bound", r"\bnegative\b(?P<zero>)", "<"),
    ("bound", rf"divisible\s+by\s+{_V}", "divisible"),
    ("bound", r"\b(?P<several>multiple|several)\b", ">"),
    ("bound", rf"(?<=[a-z]\s){_NOT_ASKED}(?:only|just)\s+{_V}(?=\s+[a-z])", "="),
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
    (
        "month",
        rf"\bin\s+(?:the\s+month\s+of\s+)?(?P<month>{'|'.join(MONTHS)})\s*(?:of\s+)?(?P<value>\d{{4}})?\b",
        None,
    ),
    (
        "month",
        rf"\b(?:from|of|during)\s+(?P<month>{'|'.join(MONTHS)})\s+(?:of\s+)?(?P<value>\d{{4}})\b",
        None,
    ),
    ("month", rf"\b(?:from|during)\s+(?P<month>{'|'.join(MONTHS)})(?P<value>)(?=\W*$)", None),
    (
        "year",
        r"\b(?:in|during|from|of|for)\s+(?:the\s+year\s+)?[\"'“‘]?(?P<value>1[5-9]\d\d|20\d\d)\b(?!\.\d)",
        None,
    ),
    ("year", r"\b(?:the|all|any|our)\s+(?P<value>1[5-9]\d\d|20\d\d)\s+(?=[a-z])", None),
    (
        "year",
        r"(?:^\W*|(?<=\bhow\smany\s)|(?<=\bwhich\s)|(?<=\bwhat\s)|(?<=\bidentify\s)|(?<=\bme\s))"
        r"(?P<value>19\d\d|20\d\d)\s+(?=[a-z]+s\b)",
        None,
    ),
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
        rf"(?:\b(?:(?<=the\s)|(?<=['’]s\s)|(?<=\bhis\s)|(?<=\bher\s)|(?<=\bits\s)|(?<=\bour\s)|(?<=\btheir\s))|^\W*)(?P<ordinal>{'|'.join(_ORDINALS)})(?!\s+(?:{NUMBER}|names?\b))",
        None,
    ),
    (
        "superlative",
        rf"(?<=\w)(?<!est)(?<!recent)(?<!came)(?<!come)(?<!finished)\s(?P<ordinal>{'|'.join(_ORDINALS)})"
        r"(?=\s*(?:[?.!]|$)|\s+(?:by|with|for|among|under|in|at)\b)",
        None,
    ),
    ("superlative", rf"\b(?:{'|'.join(SUPERLATIVES)})(?:\s+number\s+of)?\b", None),
    (
        "count",
        rf"\bbreak(?:down\s+of|\s+down)\b|\bhow\s+many(?:\s+times)?\b|\bhow\s+often\b|\b(?:the\s+)?(?:number|count)\s+of\b(?!\s+{NUMBER})|\bcounts?\b",
        None,
    ),
    (
        "arithmetic",
        rf"\b(?:top|bottom)\s+{NUMBER}(?<=%)|\b(?:top|bottom)\s+{NUMBER}\s+percent\b",
        None,
    ),
    ("top", rf"\btop\s+(?P<value>{NUMBER})\b", None),
    ("limit", rf"\blimit(?:ed)?\s+(?:[a-z]+\s+){{0,3}}?to\s+(?P<value>{NUMBER})\b", None),
    ("first", rf"\b(?:first|earliest)\s+(?P<value>{NUMBER})\b", None),
    ("last", rf"\b(?:(?<!s\s)last|latest|most\s+recent)\s+(?P<value>{NUMBER})\b", None),
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
        "now",
        r"\b(?:now|current|currently|at\s+present|at\s+the\s+moment|ongoing|today(?=\W*$)|"
        r"(?:is|are)(?:n['’]t|\s+not)\s+over(?:\s+yet)?|"
        r"still(?:\s+(?:going\s+on|under\s+way|in\s+progress))?)\b",
        None,
    ),
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
    ("number", rf"(?P<value>{NUMBER})", None),
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
    for kind, operator, match in _matches(text):
        start, end = match.span()
        quotes = kind in ("text",)
        if any(start < b and a < end for a, b in taken if not (quotes and start < a)):
            continue
        taken.append((start, end))
        read.append(_cue(kind, operator, match))
    return sorted(read, key=lambda cue: cue.start)


@lru_cache(maxsize=64)
def _matches(text: str) -> list[tuple[str, Any, re.Match[str]]]:
    """Return what the whole grammar matches: a question is asked for its cues three times."""
    return [
        (kind, operator, match)
        for kind, pattern, operator in _patterns()
        for match in pattern.finditer(text)
    ]


@cache
def _patterns() -> list[tuple[str, re.Pattern[str], Any]]:
    """Return the grammar, compiled at its first use: Python looks each up in its own cache."""
    return [(kind, re.compile(cue, re.IGNORECASE), operator) for kind, cue, operator in _CUES]


def _cue(kind: str, operator: Any, match: re.Match[str]) -> Cue:
    groups = match.groupdict()
    # "After May 2014" is after its last day, "between May 2014 and June 2014" begins on the first.
    first = scaled(groups["value"], groups.get("last") or "") if groups.get("value") else ""
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
