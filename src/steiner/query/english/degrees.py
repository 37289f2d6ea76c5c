"""Comparatives and superlatives: what each measures, and which way it goes."""

from __future__ import annotations

from steiner.lexicon.common_words import LARGE_SUMS, PRICES, TIME_TAKEN

_MOST = {
    "highest": "", "largest": "size", "biggest": "size", "greatest": "", "maximum": "",
    "busiest": "", "deepest": "depth", "widest": "width", "fastest": "speed",
    "strongest": "strength", "hottest": "temperature", "warmest": "temperature",
    "most": "", "best": "", "richest": "", "heaviest": "weight", "tallest": "height",
    "longest": "length", "thickest": "length", "dearest": "price", "priciest": "price",
    "latest": "date", "newest": "date", "wealthiest": "wealth", "deadliest": "deaths",
    "loudest": "noise", "brightest": "brightness", "steepest": "slope", "furthest": "distance",
    "farthest": "distance", "youngest": "date",
}  # fmt: skip
_LEAST = {
    "shallowest": "depth", "narrowest": "width", "slowest": "speed", "weakest": "strength",
    "coldest": "temperature", "lowest": "", "smallest": "size", "least": "", "fewest": "",
    "minimum": "",
    "shortest": "length", "thinnest": "length",
    "poorest": "wealth", "quietest": "noise", "nearest": "distance", "closest": "distance",
    "cheapest": "price", "earliest": "date", "oldest": "date", "worst": "", "lightest": "weight",
    "quickest": "time",
}  # fmt: skip
EXTREMES = ("highest", "lowest")
"""Of a value or a size, and of how many only where "number" is said: the highest offer is one."""
SUPERLATIVES = {**dict.fromkeys(_MOST, True), **dict.fromkeys(_LEAST, False)}
COMPARATIVES = {
    "more": "most", "fewer": "fewest", "less": "least", "higher": "highest", "lower": "lowest",
    "larger": "largest", "bigger": "biggest", "greater": "greatest", "smaller": "smallest",
    "longer": "longest", "shorter": "shortest", "older": "oldest", "younger": "youngest",
    "newer": "newest", "earlier": "earliest", "later": "latest", "cheaper": "cheapest",
    "heavier": "heaviest", "lighter": "lightest", "taller": "tallest", "busier": "busiest",
}  # fmt: skip
"""Of two things: "which has more beds, A or B?" asks for the most of both."""
MEANT = {**_MOST, **_LEAST}

FAR = ("distance", "km", "kilometres", "kilometers", "miles")
"""Names of how long a way is."""
WEALTH = ("wealth", "worth", "fortune", "assets", "income")
DEATHS = ("deaths", "fatalities", "killed", "dead", "casualties", "victims", "died")
"""Names of what the rich have, and of how many died."""
DIMENSIONS = {
    "tall": ("height",), "taller": ("height",),
    **dict.fromkeys(("high", "higher", "lower"), ("height", "elevation", "altitude")),
    **dict.fromkeys(("rich", "richer", "wealthy", "wealthier", "poorer"), WEALTH),
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
    "deadlier": DEATHS,
}  # fmt: skip
"""What an adjective measures; the length of what is read is its pages."""
SIZED = ("larger", "bigger", "smaller")
_ONE = ("employee", "staff", "headcount", "member", "inhabitant", "bed", "seat", "visitor")
COUNTED = (*_ONE, *(f"{word}s" for word in _ONE))
"""Of whom or of what there are more where something is larger: `member_count`, `beds`."""
SIZES = ("size", "area", "sqm", "sqft", "hectares", "acres", "capacity", "population", "extent")
_SIZE = (*SIZES, *sorted(LARGE_SUMS), *COUNTED)
DIMENSIONS |= dict.fromkeys((*SIZED, "large", "big"), _SIZE)
"""What is larger may be so in anything that is named beside it, too."""
OLDER, NEWER = frozenset({"older"}), frozenset({"younger", "newer"})
"""Of a year they compare when something began: "older than 1995" is before."""
UPWARDS = (
    "taller|heavier|stronger|faster|wider|deeper|hotter|busier|richer|wealthier|deadlier|dearer|"
    "pricier|costlier|more\\s+expensive|thicker"
)
DOWNWARDS = "lighter|weaker|slower|narrower|shallower|colder|poorer|less\\s+expensive|thinner"

_TIMELY = {"earliest", "latest", "newest"}
_NUMBERED = {
    *("number", "no", "nr", "index", "rank", "position", "order", "sequence", "season", "episode"),
    *("round", "stage", "week", "day", "step", "chapter", "volume", "version", "year", "age"),
}
"""Words of numbers in a row, of which one comes first as well."""


def orders_by_time(superlative: str, name: str) -> bool:
    """Say whether a superlative cannot be of a number so called: the last one's cost is no order.

    orders_by_time("latest", "cost eur") is true, orders_by_time("latest", "episode number") false.
    """
    return superlative in _TIMELY and _NUMBERED.isdisjoint(name.casefold().split())


_AGES = {"oldest", "youngest"}
_ENGAGED = {"hired", "hire", "joined", "enrolled", "employed", "appointed", "enlisted", "recruited"}
"""Words of days on which somebody was taken in, however old."""


def says_no_age(superlative: str, name: str) -> bool:
    """Say whether a day so called tells nobody's age: the youngest was not hired last."""
    return superlative in _AGES and not _ENGAGED.isdisjoint(name.casefold().split())
