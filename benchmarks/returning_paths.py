"""Do paths go back through whom the question names, and over relations to oneself?

    python benchmarks/returning_paths.py [--count 40]

Asks --count questions of each kind and number of steps of the graph of `data/made_families.py`, in
memory: with paths as they are, and without going on from the start, three steps at most. Prints a
line of JSON for each: the share of questions for which the walk that is meant is a candidate and
ends where it should, Hits@1 of the ranking, the candidates, and the Python calls that finding them
takes, which do not depend on the machine's load.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any
from unittest.mock import patch

from data.made_families import Families, Walk, build, walks

from steiner.embed import Embedder, open_embedder
from steiner.index.build import Indexer
from steiner.progress import silent
from steiner.retrieve.paths import finding
from steiner.retrieve.paths.beam import enumerate_paths
from steiner.retrieve.paths.finding import FoundPaths
from steiner.retrieve.paths.path_search import PathSearch
from steiner.retrieve.pipeline import StagedRetriever
from steiner.settings import (
    DEFAULT_EMBEDDER,
    IndexSettings,
    LabelChoice,
    Options,
    RetrieverSettings,
)
from steiner.stores.memory import MemoryStore
from steiner.systems.steiner import retriever
from steiner.train.data.paths import paths_of

STEPS = (3, 4)
"""Of two none can pass its start."""


def opened(families: Families, embedder: Embedder) -> StagedRetriever:
    """Index the graph, each node by its name."""
    store = MemoryStore(families.graph())
    named = LabelChoice(name="name", aliases=(), properties=())
    choices = dict.fromkeys(families.labels.values(), named)
    Indexer(store, embedder, IndexSettings(choices=choices)).run(silent)
    return retriever(store, embedder, RetrieverSettings())


def without() -> Iterator[Any]:
    """Yield what to put in place, so that paths end at their start and after three steps."""

    def ending(*given: Any) -> Any:
        return enumerate_paths(*given[:6])

    yield patch.object(finding, "enumerate_paths", ending)
    yield patch.object(PathSearch, "reach", lambda search: search.settings.hops)


def ask(asked: StagedRetriever, walk: Walk, names: Sequence[str]) -> dict[str, float]:
    """Return the figures of one question."""
    settings, calls = asked.settings.paths, 0

    def called(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(called)
    paths = paths_of(asked, walk.text, Options(), settings)
    sys.setprofile(None)
    if paths is None:
        return {"meant": 0, "first": 0, "candidates": 0, "calls": calls}
    ranking = paths.rank(settings.emitted)
    first = names[paths.nodes[ranking.ends[0]]] in walk.ends
    meant = is_candidate(paths, walk, names)
    return {"meant": meant, "first": first, "candidates": len(paths.scored), "calls": calls}


def is_candidate(paths: FoundPaths, walk: Walk, names: Sequence[str]) -> bool:
    """Say whether some path takes the steps that are meant and ends where they do."""
    types = paths.search.arcs.around.type_names
    meant = tuple((type, True) for type in walk.types)
    return any(
        tuple((types[step.type], step.forward) for step in path.steps) == meant
        and {names[node] for node in paths.nodes[path.ends].tolist()} == walk.ends
        for path in (each.path for each in paths.scored)
    )


def rows(count: int) -> Iterator[dict[str, Any]]:
    """Yield a row for each number of steps, kind and way of finding."""
    families = build()
    asked, names = opened(families, open_embedder(DEFAULT_EMBEDDER)), list(families.labels)
    for steps in STEPS:
        drawn = list(walks(families, count, steps))
        for walk in drawn:  # What is kept between questions is there before calls are counted.
            ask(asked, walk, names)
        for name, changes in (("as it is", []), ("without", list(without()))):
            for change in changes:
                change.start()
            every = [(walk.kind, ask(asked, walk, names)) for walk in drawn]
            patch.stopall()
            for kind in ("plain", "back", "loop"):
                own = [row for of, row in every if of == kind]
                means = {key: round(fmean(row[key] for row in own), 3) for key in own[0]}
                yield {"steps": steps, "kind": kind, "paths": name, "asked": len(own), **means}


def main() -> None:
    """Read the command line, ask and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=40)
    for row in rows(parser.parse_args().count):
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
