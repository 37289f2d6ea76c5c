"""What property names and sampled values say about names, aliases and keys."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from steiner.index.properties.values import is_encoded, is_url
from steiner.stores.protocol import LabelSchema
from steiner.text import has_letters, normalise, plain_words

TELLING = 0.5
_ODD = 0.1
"""Share of texts that may be URLs or codes where a property names things: "https://bolt.eu" among
names is one, and costs no other its name."""
_LONGEST_NAME = 100
_FULL_NAMES = ("fullname", "displayname", "preferredname", "canonicalname", "preflabel")
_FIRST = ("firstname", "givenname", "forename", "fname")
_LAST = ("lastname", "surname", "familyname", "lname")
_NAMES = ("nm", "nme", "ttl")
"""Last words of properties that are short for a name or title: `vnd_nm`."""
# `contactName` names the contact, not the customer that has the property.
_OF_ANOTHER = ("contact", "ship", "file", "user", "first", "last", "middle", "nick", "domain")
_ALIASES = frozenset(
    [
        "alias",
        "aliases",
        "aka",
        "alsoknownas",
        "synonym",
        "synonyms",
        "alternativename",
        "alternativenames",
        "altname",
        "altnames",
        "alternatename",
        "alternatenames",
        "othername",
        "othernames",
        "nickname",
        "nicknames",
        "altlabel",
        "altlabels",
        "abbreviation",
        "abbreviations",
        "acronym",
        "shortname",
    ]
)
_KEYS = ("id", "uuid", "guid", "uri", "code", "key", "sku", "isbn", "iri", "doi", "slug")
_NUMBERS = ("no", "nr", "num", "number")
_NO_NAMES = (*_KEYS, "url", "email", "phone", "fax", "hash", "address", "path", "link", "image")
_PLACES = (
    "town",
    "city",
    "village",
    "country",
    "county",
    "region",
    "state",
    "province",
    "street",
    "cty",
    "ctry",
)
"""Where something is: all differ in a small graph, yet they name the place, not what is there."""
_SHORT_NAME = 30


_MONTH = "|".join(filter(None, (*calendar.month_name, *calendar.month_abbr)))
_DATE = re.compile(
    rf"\s*(?:\w+,?\s+)?(?:(?:{_MONTH})\b\.?[\s-]+\d|\d{{1,2}}(?:st|nd|rd|th)?[\s-]+(?:{_MONTH})\b)"
    r"|\s*\d{4}-\d{2}-\d{2}",
    re.IGNORECASE,
)
"""Texts that begin as a day, which names nothing: "Mar 25, 2015", "25-MAR-2015"."""

_DIGITS = re.compile(r"\+?\d[\d\s/-]{3,}\d")

Differing = Callable[[str], float]
"""The share of a property's values that differ, over the whole label."""


def bare(identifier: str) -> str:
    """Fold an identifier for comparison: `movie_ID` and `movieId` become `movieid`."""
    return plain_words(identifier).replace(" ", "")


def last_word(identifier: str) -> str:
    """Return the last word of an identifier: `id` of `movieId`."""
    return (plain_words(identifier).split() or [""])[-1]


def guess_name(
    label: str,
    schema: LabelSchema,
    chosen: Collection[str] | None = None,
    differing: Differing | None = None,
) -> tuple[str, ...]:
    """Return the property, or first and last name, that names nodes of this label; or none.

    One that is not called a name or title is among the `chosen` ones (None: all). A sample may
    stand together in the graph: what it suggests is asked of the whole label by `differing`.
    """
    whole = differing or (lambda name: distinct_share(schema.samples[name]))
    for candidate in _name_candidates(bare(label), schema):
        values = [schema.samples[property] for property in candidate]
        # People share names; anything but a plain `name`, or a name in two, must tell most apart.
        plain = (candidate == ("name",) or len(candidate) > 1) and all(map(_texts, values))
        telling = all(map(_names_something, values))
        if plain or (telling and max(map(whole, candidate)) >= TELLING):
            return candidate
    most_telling = _most_telling(schema, chosen)
    return next(((p,) for p in most_telling if whole(p) >= TELLING), ())


def name_without_label(properties: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the property, or first and last name, that names a node without labels; or none.

    It has no others like it to be told from, so that only what is called a name or title counts.
    """
    schema = LabelSchema(1, {name: [value] for name, value in properties.items()})
    return next(
        (c for c in _name_candidates("", schema) if all(_texts(schema.samples[p]) for p in c)), ()
    )


def guess_aliases(schema: LabelSchema) -> tuple[str, ...]:
    """Return the properties that hold other names."""
    return tuple(property for property in schema.samples if bare(property) in _ALIASES)


def guess_key(
    label: str, schema: LabelSchema, differing: Differing | None = None, least: float = 1.0
) -> str | None:
    """Return the user's key property: a constraint says so, or its name and its values do.

    At `least` so large a share of its values differ: all of them, unless nothing else tells the
    nodes of the label apart.
    """
    whole = differing or (lambda name: distinct_share(schema.samples[name]))
    if schema.unique:
        return schema.unique[0]
    own = bare(label)
    by_name = {bare(property): property for property in schema.samples}
    own_ids = (name for name in by_name if name.startswith(own) and name.endswith("id"))
    wanted = ("id", *(own + key for key in (*_KEYS, *_NUMBERS)), *_KEYS[1:], *own_ids)
    if least < 1.0:
        # At last by what names nothing where a name is: the address of a place, of an e-mail.
        for ends in ((*_KEYS, *_NUMBERS), _NO_NAMES):
            wanted = (*wanted, *(n for n, p in by_name.items() if last_word(p) in ends))
    most = max(map(len, schema.samples.values()), default=0)
    for name in wanted:
        values = schema.samples.get(by_name.get(name, ""), ())
        sampled = values and len(values) == most and distinct_share(values) >= least
        if sampled and whole(by_name[name]) >= least:
            return by_name[name]
    return _counted_out(schema, whole) if least < 1.0 else None


def _counted_out(schema: LabelSchema, whole: Differing) -> str | None:
    """Return the first number that all nodes have, each another, and that measures nothing.

    A text of digits is what a thing is known by, whatever it is called (msisdn, imei); a whole
    number is where its property ends as an id does (primaryid).
    """
    most = max(map(len, schema.samples.values()), default=0)
    return next(
        (
            property
            for property, values in sorted(schema.samples.items())
            if len(values) == most
            if all(_is_number_of(property, v) for v in values)
            if distinct_share(values) == 1.0 and whole(property) == 1.0
        ),
        None,
    )


def _is_number_of(property: str, value: Any) -> bool:
    if isinstance(value, str):
        return bool(_DIGITS.fullmatch(value.strip()))
    return isinstance(value, int) and bare(property).endswith("id")


def _name_candidates(label: str, schema: LabelSchema) -> Iterator[tuple[str, ...]]:
    properties = {bare(property): property for property in schema.samples}
    first, last = _one_of(properties, _FIRST), _one_of(properties, _LAST)
    if "name" in properties:
        # No `familyName`, which a species has, too.
        own = None if first else _one_of(properties, _LAST[:2])
        in_two = own is not None and not _is_whole(schema, properties["name"], own)
        yield (properties["name"], own) if own and in_two else (properties["name"],)
    if "__" in properties.get("label", ""):  # `rdfs__label` is the name by definition.
        yield (properties["label"],)
    for name in (*_FULL_NAMES, "title", f"{label}name", f"{label}title"):
        if name in properties:
            yield (properties[name],)
    if first and last:
        yield (first, last)
    # What all have names more than what some have: a species' scientific name, not its common one.
    for name, property in sorted(properties.items(), key=lambda p: -len(schema.samples[p[1]])):
        called = name.endswith(("name", "title")) or last_word(property) in _NAMES
        if called and not name.startswith(_OF_ANOTHER):
            yield (property,)
    if "label" in properties:
        yield (properties["label"],)


def _is_whole(schema: LabelSchema, name: str, last: str) -> bool:
    """Say whether a name has the last name in it: else it is the first of "Ann", "Lee"."""
    ends = {normalise(text) for text in _texts(schema.samples[last])}
    names = [f" {normalise(text)} " for text in _texts(schema.samples[name])]
    return not ends or 2 * sum(any(f" {e} " in n for e in ends) for n in names) >= len(names)


def _one_of(properties: dict[str, str], names: Sequence[str]) -> str | None:
    return next((properties[name] for name in names if name in properties), None)


def _names_something(values: Sequence[Any]) -> bool:
    texts = _texts(values)
    return bool(texts) and distinct_share(values) >= TELLING


def _most_telling(schema: LabelSchema, chosen: Collection[str] | None) -> list[str]:
    """Fall back to text properties: those with the most distinct values first, short ones first.

    Where something is and its number name it last; of short ones what all differ in comes first.
    """
    ranked = [
        (
            last_word(property) in (*_PLACES, *_NUMBERS),
            -round(share, 1),
            share < 1.0 or length > _SHORT_NAME,
            length,
            property,
        )
        for property, values in schema.samples.items()
        if (chosen is None or property in chosen)
        and last_word(property) not in _NO_NAMES
        and (texts := _texts(values))
        and (length := sum(map(len, texts)) / len(texts))
        and (share := distinct_share(values)) >= TELLING
    ]
    return [property for *_, length, property in sorted(ranked) if length <= _LONGEST_NAME]


def _texts(values: Sequence[Any]) -> list[str]:
    texts = [v for v in values if isinstance(v, str) and has_letters(v) and not _DATE.match(v)]
    odd = sum(is_encoded(text) or is_url(text) for text in texts)
    return texts if odd <= _ODD * len(texts) and 2 * len(texts) >= len(values) else []


def distinct_share(values: Sequence[Any]) -> float:
    """Return the share of values that differ, 0 for none."""
    return len(set(map(repr, values))) / max(len(values), 1)
