"""Small graphs of other domains and styles, made by seeded generators, with invented names.

No rule of steiner may be fitted to their questions' part "held" (see made_questions.jsonl).
"""

from __future__ import annotations

from collections.abc import Callable

from data.made_graphs import filings, forum
from data.made_graphs.made_graph import MadeGraph
from steiner.settings import ConnectionSettings

GRAPHS: dict[str, Callable[[], MadeGraph]] = {
    "filings": filings.build,
    "forum": forum.build,
}


def loader(build: Callable[[], MadeGraph]) -> Callable[[ConnectionSettings], None]:
    """Return what loads the graph that `build` makes."""
    return lambda settings: build().load(settings)


LOADERS = {name: loader(build) for name, build in GRAPHS.items()}
