"""A question as it would be written with care: what people leave out, shorten or write as signs."""

from __future__ import annotations

import re
from calendar import monthrange
from functools import lru_cache

from steiner.query.english.courtesies import without_courtesies
from steiner.query.english.days import MONTHS
from steiner.query.english.number_words import in_digits

_SHORTENED = re.compile(
    r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should|wo|ca)nt\b|"
    r"\b(they|we|you)ve\b|\b(what|who|where|that)s\b(?=\s+(?:the|a|an|my|our|in|on|at)\b)"
)
_MANY = re.compile(r"\b(?:hw|hwo|ow|how)\s+(?:mny|mnay|mayn)\b|\b(?:hw|hwo)(?=\s+(?:many|much)\b)")
_E = re.compile(r"\be-(?=mails?\b)", re.IGNORECASE)
_SIGN = re.compile(r"(?:#|\bn[or]\b\.?)\s*(?=of\b)", re.IGNORECASE)
_PARTS = {
    **{"first": 1, "second": 4, "third": 7, "fourth": 10, "last": 10},
    **{"1st": 1, "2nd": 4, "3rd": 7, "4th": 10},
}
"""The first months of the quarters of a year."""
_QUARTER = re.compile(
    rf"\b(?:in|during|within|of|from|for)\s+(?:the\s+)?(?:(?P<which>{'|'.join(_PARTS)})\s+quarter|"
    r"q(?P<number>[1-4]))(?:\s+of|,)?\s+(?:the\s+year\s+)?(?P<year>[12]\d{3})\b",
    re.IGNORECASE,
)
_HALF = re.compile(
    r"\b(?:in|during|within|of|from|for)\s+the\s+(?P<which>first|second|last)\s+half\s+of\s+"
    r"(?:the\s+year\s+)?(?P<year>[12]\d{3})\b",
    re.IGNORECASE,
)
_ONE_YEAR = re.compile(
    rf"\b(?P<lead>between|from)\s+(?P<first>\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:{'|'.join(MONTHS)})|"
    rf"(?:{'|'.join(MONTHS)})\s+\d{{1,2}}(?:st|nd|rd|th)?)\s+(?P<join>and|to|until)\s+"
    r"(?P<last>[\w ]{3,24}?,?\s+(?P<year>[12]\d{3}))\b",
    re.IGNORECASE,
)
_MONTH_PART = re.compile(
    rf"\b(?:in|during|within|of|from|for)\s+the\s+(?P<which>first|second|last)\s+half\s+of\s+"
    rf"(?P<month>{'|'.join(MONTHS)}),?\s+(?P<year>[12]\d{{3}})\b",
    re.IGNORECASE,
)
_ONE_MONTH = re.compile(
    rf"\b(?P<lead>between|from)\s+(?:the\s+)?(?P<first>\d{{1,2}})(?:st|nd|rd|th)?\s+"
    rf"(?P<join>and|to|until)\s+(?:the\s+)?(?P<last>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?"
    rf"(?P<month>{'|'.join(MONTHS)})\b",
    re.IGNORECASE,
)
_TENS = "twenties thirties forties fifties sixties seventies eighties nineties".split()  # noqa: SIM905
_DECADES = {name: 1920 + 10 * i for i, name in enumerate(_TENS)}
_DECADE = re.compile(rf"\bthe\s+(?P<name>{'|'.join(_DECADES)})\b", re.IGNORECASE)
_CO = re.compile(
    r"\bco-?(?=(?:author|writ|wrote|star|found|direct|produc|own|work|edit|lead|led|sign|teach|taught)\w*)",
    re.IGNORECASE,
)
"""Who does the same as another: coauthors, "co-wrote with"."""
_CENTURY = re.compile(
    r"\b(?:in|during|from|of|within)\s+the\s+(?P<number>1\d|2[01])(?:th|st)[\s-]+century\b",
    re.IGNORECASE,
)
_OF_THE = re.compile(
    r"^\W*(?:out\s+)?of\s+(?:all\s+)?(?:the\s+)?(?P<those>[^,?]+),\s*(?P<asks>which|how\s+many)"
    r"(?:\s+(?:ones?|of\s+(?:them|those|these)))?\s+(?=(?:have|has|had|are|is|were|was|do|did)\b)",
    re.IGNORECASE,
)
"""What is asked stands before the question: "of the books Ann wrote, which ones are …"."""
_BOTH = re.compile(
    r"\b(?P<who>who|that|which)(?P<has>\s+(?:have|has|had))?\s+both(?=\s+[a-z]+\s.*\band\s+[a-z])",
    re.IGNORECASE,
)
"""Two deeds that "and" joins already: "who both wrote and directed a film"."""
_DEED = r"[a-z]+(?:\s+(?:in|on|for|at|by|with))?"
_OF_ONE = re.compile(
    rf"\b(?P<done>(?:who|that|which(?:\s+[a-z]+)?)\s+(?:(?:have|has|had)\s+)?{_DEED}\s+and\s+{_DEED})\s+an?"
    r"(?=\s+[a-z])",
    re.IGNORECASE,
)
"""Two deeds and one thing: "who wrote and directed a film" asks for the same film."""
_STRANDED_BY = re.compile(
    r"^\W*(?P<who>who|which\s+\w+|what\s+\w+)\s+(?P<be>is|are|was|were)\s+(?P<done>(?!(?:the|an?|all|most)\b)\S.*\b\w+(?:ed|en|wn|ght|ld|de|pt))\s+by"
    r"(?=\W*$)",
    re.IGNORECASE,
)
"""Who does it is asked for at the end: "who is Ann trained by"."""
_WORDS_OF_TEXT = re.compile(
    r"(?P<lead>\b(?:contain(?:s|ing)?|includ(?:es?|ing)|mention(?:s|ing|ed)?|has|have|having|with)\s+the\s+"
    r"(?:word|phrase|term|string|keyword)\s+|"
    r"\b(?:whose|(?:with|have|has|having)(?:\s+(?:an?|the|its))?|an?)\s+[a-z]+\s+(?:that\s+)?contain(?:s|ing)?\s+(?=[\w-]+\W*$)|"
    r"\bwith\s+(?=[\w-]+\s+in\s+(?:its|their|the)\s+(?:title|name|description|summary|text|subject)s?\b))"
    r"(?P<said>(?!the\b)[\w-]+)"
)
"""A word of a text that is said without quotation marks: "whose title contains love"."""
_TIME = rf"(?:(?:{'|'.join(MONTHS)})(?:,?\s+(?:of\s+)?[12]\d{{3}})?|(?:1[5-9]|20)\d\d)\b"
_TIMES = re.compile(
    rf"\b(?:in|during)\s+(?P<each>{_TIME}(?:\s*,\s*(?:(?:and|or)\s+)?(?:in\s+)?{_TIME})*"
    rf"\s*,?\s+(?:and|or)\s+(?:in\s+)?{_TIME})",
    re.IGNORECASE,
)
"""Years or months of which one is enough: "in 2018, 2019 or 2020", "in June or August 2023"."""
_SORT = re.compile(
    r"^\W*(?:please\s+)?(?P<verb>sort|order|arrange)\s+(?P<what>(?:the|all|our|my)\s[a-z\s]+?)\s+by\s",
    re.IGNORECASE,
)
"""An order that is given: "sort the branches by name"."""
_COUNT = re.compile(r"^\W*(?:please\s+)?count\s+(?:up\s+)?(?:all\s+)?(?:the|our)\s+", re.IGNORECASE)
_A_UNIT = re.compile(
    r"\b(?P<than>than|over|under|least|most|within)\s+an?\s+"
    r"(?=(?:second|minute|hour|day|week|month|year|dozen|gram|kilo|met(?:er|re)|mile|tonne?|lit(?:er|re)))",
    re.IGNORECASE,
)
"""One of a unit: "less than an hour"."""
_NOT_KNOWN = re.compile(
    r"\b(?:whose|for\s+wh(?:om|ich))\s+(?P<what>[\w-]+(?:\s+[\w-]+){0,2}?)\s+"
    r"(?:(?:we|you|they)\s+(?:do\s+not|don['’]t)\s+(?:have|know)\b|"
    r"(?:is|are)\s+(?:unknown|missing|blank|not\s+(?:known|recorded|given|stated|on\s+file))\b)",
    re.IGNORECASE,
)
_NONE_KNOWN = re.compile(
    r"\b(?:(?:that|which|whom?)\s+)?(?:we|you|they)\s+(?:have|know)\s+no\s+"
    r"(?P<what>[\w-]+(?:\s+[\w-]+){0,2}?)\s+(?:for|of|on\s+file)(?=\W*$)",
    re.IGNORECASE,
)
"""What a graph does not hold: "whose e-mail is unknown", "we have no e-mail for"."""
_FIRST_DONE = re.compile(
    r"\bwhen\s+(?P<did>did|was|were)\s+an?\s+(?P<what>[\w-]+(?:\s+[\w-]+){0,2}?)\s+first\s+(?=[a-z])",
    re.IGNORECASE,
)
"""The first of all: "when was a claim first filed"."""
_BOTTOM = re.compile(
    r"\b(?:the\s+)?bottom\s+(?P<many>\d+)\s+(?P<what>(?:(?!by\b)[\w-]+\s+){1,4}?)"
    r"(?:ranked\s+|sorted\s+|ordered\s+)?(?:by|in\s+terms\s+of|according\s+to)\s+(?:the\s+|their\s+)?",
    re.IGNORECASE,
)
_HAD_AS = re.compile(
    r"\b(?P<has>have|has|had|having|with)\s+(?P<who>(?:the\s+)?[A-Z\d\"'“‘][^,?]*?)\s+as\s+"
    r"(?:(?:an?|the|its|their|his|her)\s+)?(?P<role>[A-Za-z-]+(?:\s+(?!(?:and|or|but|who|that|which|"
    r"in|at|on|by|with|from|for|to|is|are|was|were|has|have|had|also|now|since)\b)[a-z]+)?)\b"
    r"(?!\s+(?:as|of)\b)"
)
"""What somebody is had as: "animals that have Ada as their mother" have the mother Ada."""
_VALUES = re.compile(
    r"\b(?P<other>distinct|different|unique)\s+values\s+(?:of|for)\s+(?:the\s+)?"
    r"(?P<what>\w+(?:\s+(?!(?:are|is|do|does|among|in|of|for|across|there)\b)\w+){0,2})",
    re.IGNORECASE,
)
_FROM_BETWEEN = re.compile(r"\b(?:from|of)\s+(?=between\s+(?:the\s+)?\d)", re.IGNORECASE)
_RANGE = re.compile(
    r"\b(?:most\s+(?:diverse|varied)|widest|broadest)\s+"
    r"(?:range|set|selection|variety|mix|array)\s+of\s+",
    re.IGNORECASE,
)
"""How many there are of something that differ: "the widest range of colours"."""
_LIKE = {"eldest": "oldest", "briefest": "shortest", "soonest": "earliest", "costliest": "dearest"}
"""Superlatives that are rare, and those that say the same."""
_RARE = re.compile(rf"\b(?:{'|'.join(_LIKE)})\b", re.IGNORECASE)
_HALVES = {"half an hour": "30 minutes", "half a million": "500000", "half a dozen": "6"}


@lru_cache(maxsize=64)
def spelled_out(text: str) -> str:
    """Return a question with apostrophes, number words and parts of years written out.

    "hw many papers werent cited in the last quarter of 2023" is "how many papers weren't cited
    between 2023-10-01 and 2023-12-31".
    """
    text = in_digits(_SHORTENED.sub(_with_apostrophe, without_courtesies(text)))
    text = _SIGN.sub("number ", _MANY.sub(_how, _E.sub("e", text)))
    for said, plain in _HALVES.items():
        text = text.replace(said, plain)
    text = _MONTH_PART.sub(_half_month, _HALF.sub(_half, _QUARTER.sub(_quarter, text)))
    text = _ONE_MONTH.sub(r"\g<lead> \g<first> \g<month> \g<join> \g<last> \g<month>", text)
    text = _TIMES.sub(_each_time, text)
    text = _NONE_KNOWN.sub(r"without \g<what>", _NOT_KNOWN.sub(r"without \g<what>", text))
    text = _COUNT.sub("number of ", text)
    text = _A_UNIT.sub(r"\g<than> 1 ", _SORT.sub(_sorted, text))
    text = _RARE.sub(lambda said: _LIKE[said[0].casefold()], text)
    text = _BOTTOM.sub(r"\g<many> \g<what>with the lowest ", text)
    text = _HAD_AS.sub(r"\g<has> the \g<role> \g<who>", text)
    text = _VALUES.sub(r"\g<other> \g<what> values", text)
    text = _FROM_BETWEEN.sub("", text)
    text = _RANGE.sub("most different ", text)
    text = _FIRST_DONE.sub(r"when \g<did> the first \g<what> ", text)
    text = _BOTH.sub(r"\g<who>\g<has>", text)
    text = _OF_ONE.sub(r"\g<done> the same", text)
    text = _STRANDED_BY.sub(_by_whom, text)
    text = _WORDS_OF_TEXT.sub(r'\g<lead>"\g<said>"', text)
    text = _DECADE.sub(lambda said: f"the {_DECADES[said['name'].casefold()]}s", text)
    text = _CO.sub("co ", _OF_THE.sub(r"\g<asks> \g<those> ", text))
    text = _CENTURY.sub(_hundred_years, text)
    return _ONE_YEAR.sub(r"\g<lead> \g<first> \g<year> \g<join> \g<last>", text)


def _half_month(said: re.Match[str]) -> str:
    month, year = MONTHS.index(said["month"].casefold()) + 1, int(said["year"])
    first = said["which"].casefold() == "first"
    last = 15 if first else monthrange(year, month)[1]
    return f"between {year}-{month:02}-{1 if first else 16:02} and {year}-{month:02}-{last:02}"


def _each_time(said: re.Match[str]) -> str:
    """Say what lies side by side as a range, and of others each with its year.

    "In 2018, 2019 or 2020" is "between 2018 and 2020", "in June or August 2023" is "in June 2023 or
    in August 2023".
    """
    each = re.findall(_TIME, said["each"], re.IGNORECASE)
    year = re.search(r"\d{4}$", each[-1])
    each = [own if re.search(r"\d{4}$", own) or not year else f"{own} {year[0]}" for own in each]
    years = [int(own) for own in each if own.isdigit()]
    if len(years) == len(each) and years == [*range(years[0], years[0] + len(years))]:
        return f"between {years[0]} and {years[-1]}"
    return " or ".join(f"in {own}" for own in each)


def _by_whom(said: re.Match[str]) -> str:
    who = "whom" if said["who"].casefold() == "who" else said["who"].casefold()
    return f"By {who} {said['be']} {said['done']}"


def _hundred_years(said: re.Match[str]) -> str:
    last = 100 * int(said["number"])
    return f"between {last - 99} and {last}"


def _sorted(said: re.Match[str]) -> str:
    verb = said["verb"].casefold()
    return f"{said['what']} {verb}{'d' if verb.endswith('e') else 'ed'} by "


def _with_apostrophe(said: re.Match[str]) -> str:
    if said[1]:
        return f"{said[1]}n't"
    return f"{said[2]}'ve" if said[2] else f"{said[3]} is"


def _how(said: re.Match[str]) -> str:
    return "how many" if " " in said.group() else "how"


def _quarter(said: re.Match[str]) -> str:
    which = said["which"]
    first = _PARTS[which.casefold()] if which else 3 * int(said["number"]) - 2
    return _months(int(said["year"]), first, first + 2)


def _half(said: re.Match[str]) -> str:
    first = 1 if said["which"].casefold() == "first" else 7
    return _months(int(said["year"]), first, first + 5)


def _months(year: int, first: int, last: int) -> str:
    """Return months of a year as days: `_months(2024, 1, 3)` ends on the 31st of March."""
    end = monthrange(year, last)[1]
    return f"between {year}-{first:02d}-01 and {year}-{last:02d}-{end}"
