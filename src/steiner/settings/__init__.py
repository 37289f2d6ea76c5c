"""Settings of every stage: small frozen dataclasses, overridden with `dataclasses.replace`."""

from steiner.settings.checks import positive
from steiner.settings.exact_answers import ExactSettings
from steiner.settings.index_choices import (
    DEFAULT_EMBEDDER,
    LONGEST_VALUE,
    IndexSettings,
    LabelChoice,
)
from steiner.settings.one_question import DEFAULT_OPTIONS, DOUBT, Options
from steiner.settings.prices import NO_PRICES, PriceSettings
from steiner.settings.published import PrizeSettings, PruneSettings, TripleSettings, WalkSettings
from steiner.settings.reach import MOST_HOPS, ExpandSettings, PathSettings, SeedSettings
from steiner.settings.server import ConnectionSettings
from steiner.settings.stages import RetrieverSettings, TextSettings

__all__ = [
    "DEFAULT_EMBEDDER",
    "DEFAULT_OPTIONS",
    "DOUBT",
    "LONGEST_VALUE",
    "MOST_HOPS",
    "NO_PRICES",
    "ConnectionSettings",
    "ExactSettings",
    "ExpandSettings",
    "IndexSettings",
    "LabelChoice",
    "Options",
    "PathSettings",
    "PriceSettings",
    "PrizeSettings",
    "PruneSettings",
    "RetrieverSettings",
    "SeedSettings",
    "TextSettings",
    "TripleSettings",
    "WalkSettings",
    "positive",
]
