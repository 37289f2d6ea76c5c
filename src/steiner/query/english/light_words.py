"""English words that join what a question names and add no condition of their own."""

import re

from steiner.text import STOP_WORDS

_VERBS = """
contain contains contained containing include includes included including belong belongs belonging
attach attached receive receives received receiving locate located base based provide provides
provided providing give gives gave given giving get gets got gotten getting
associate associated relate related involve involved involving link linked affiliated
place placed carry carries carried appear appears appeared exist exists specify specified record
recorded register registered apply applied come comes came hold holds held holding live lives living
keep keeps kept keeping sit sits sat sitting
work
happen happened happens deal deals dealing use uses used using
"""
_WORDS = """
still already currently yet ever now altogether actually
someone anyone everyone somebody anybody everybody item items thing things something anything
everything overall
respective corresponding
exact own others part home worth nor co
"""
LIGHT = frozenset(f"{_VERBS} {_WORDS}".split())
"""Light verbs and pronouns: "tags attached to the question", "what someone ordered".

Where the schema has such a word, PLACED or `lives`, it is read as the schema's.
"""
ASKING = STOP_WORDS | LIGHT | {
    "list", "name", "names", "return", "identify", "display", "provide", "top", "number", "value",
    "values", "details", "along", "including", "their", "results", "limit", "result", "based",
    "retrieve", "database", "dataset", "graph", "among", "across", "either", "together", "listed",
    "relationship", "relationships", "within", "been", "having", "used", "using", "ones", "every",
    "exactly", "person", "people", "individual", "individuals", "amount", "behind",
}  # fmt: skip
"""Words that a question may say beside what it asks."""
_UNITS = (
    r"kilo(?:gram)?s|grams|tonnes|(?:square\s+|centi|kilo)?met(?:re|er)s|miles|"
    r"minutes|seconds|hours|days|years|percent"
)
"""What a number is in: "the average weight in kilograms"."""
LIGHT_PHRASE = re.compile(
    r"^\W*(?:(?:i|we)(?:['’]d|\s+would)?\s+(?:like|want|need|wish)(?:\s+to\s+(?:know|see|have|get|"
    r"find(?:\s+out)?))?\b|(?:can|could|would|will)\s+you\b)|"
    r"\b(?:(?:takes?|took|taken|taking)\s+(?:place|part)|turn(?:s|ed)?\s+out|so\s+far|to\s+date|"
    r"at\s+(?:some|any)\s+(?:point|time|stage)|"
    r"past\s+(?:or|and)\s+present|over\s+the\s+years|"
    r"(?:up\s+to|until|right)\s+now|"
    r"(?:go|goes|went|going|heads?|headed)(?=\s+(?:from|to|into|via|through)\b)|of\s+all\s+time|at\s+the\s+moment|at\s+all|in\s+total|all\s+together)\b|"
    rf"(?<=[a-z,])\s+in\s+(?:{_UNITS})\b",
    re.IGNORECASE,
)
"""Happen, be in something: two words that are one light verb; and what says nothing of its own."""
NOT_ONE = re.compile(
    r"(?:\bnot|\bnever|\bwithout|n['’]t)\b[^,;.]*?\b(?P<one>an?\s+single|even\s+(?:an?|one))\b",
    re.IGNORECASE,
)
"""What only makes a denial stronger: "have not sold a single policy"."""
WHETHER = re.compile(
    r"\W*(?!\w+\W+you\b)(?:is|are|was|were|do|does|did|has|have|had|can|could|will)(?:n't)?\b",
    re.IGNORECASE,
)
"""Beginnings of questions for yes or no; "can you list …" asks for a list."""
ASKS_WHERE = re.compile(r"^\W*(?:from\s+)?where\b|\band\s+where\b")
"""Of a question in small letters: a place is asked for, first or beside."""
