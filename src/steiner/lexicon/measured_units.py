"""Units, as questions say them and names of properties end with them: time, length, weight."""

from __future__ import annotations

_TIME = {
    1: "second seconds sec secs s",
    60: "minute minutes min mins",
    3600: "hour hours hr hrs h",
    86_400: "day days",
    604_800: "week weeks",
}
"""By how many seconds they are; of months and years nobody can say."""
_LENGTH = {
    0.001: "millimetre millimetres millimeter millimeters mm",
    0.01: "centimetre centimetres centimeter centimeters cm",
    1: "metre metres meter meters m",
    1000: "kilometre kilometres kilometer kilometers km kms",
    0.3048: "foot feet ft",
    1609.344: "mile miles mi",
}
_WEIGHT = {
    0.001: "milligram milligrams mg",
    1: "gram grams gramme grammes g",
    1000: "kilogram kilograms kilo kilos kg kgs",
    1_000_000: "tonne tonnes t",
}
_KINDS = [
    {word: size for size, words in kind.items() for word in words.split()}
    for kind in (_TIME, _LENGTH, _WEIGHT)
]


MILLIONS = frozenset({"m", "mn", "mio", "mln", "million", "millions"})
"""Ends of names of properties that count millions: budget_m."""
LEAST_OF_MILLIONS = 100_000
"""A number from here on is said in ones where a property counts millions."""


def unit_of(name: str) -> str:
    """Return the word of a property's name that may be its unit, the last one.

    unit_of("length sec") is "sec", unit_of("hours per week") is "hours".
    """
    return name.split(" per ")[0].split()[-1]


def factor(said: str, measured: str) -> float | None:
    """Return what a number in one unit is multiplied by to be in another; None: not of one kind.

    factor("minutes", "sec") is 60.0, factor("km", "m") is 1000.0, factor("kg", "sec") is None.
    """
    if said == measured:
        return 1.0
    return next((k[said] / k[measured] for k in _KINDS if said in k and measured in k), None)


def scaled(value: float, by: float) -> float:
    """Return a number times a factor, whole where it is."""
    product = value * by
    return int(product) if float(product).is_integer() else product
