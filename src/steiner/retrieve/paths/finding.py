"""Finds the relation paths that a question names, and ranks what they lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from steiner.graph import Neighbourhood
from steiner.index.word_space import WordSpace
from steiner.question.seeds import Seeding
from steiner.retrieve.paths.beam import promising
from steiner.retrieve.paths.confidence import Signals
from steiner.retrieve.paths.found_paths import FoundPaths, best_first
from steiner.retrieve.paths.meetings import Meetings
from steiner.retrieve.paths.possible import best_possible
from steiner.retrieve.paths.topics import topics
from steiner.retrieve.subgraph.pcst import Floats
from steiner.retrieve.subgraph.prizes import lookup
from steiner.settings import PathSettings
from steiner.stores.expansion import scatter

_MET = 60


def find_paths(
    question: str,
    found: Seeding,
    around: Neighbourhood,
    space: WordSpace,
    settings: PathSettings,
    has: Mapping[int, Sequence[str]] | None = None,
) -> FoundPaths | None:
    """Score the relation paths that leave what the question names; None without such a node.

    `has` maps named nodes (store ids) to the properties that the question may ask for.
    """
    known = topics(question, found, around, space, settings, has)
    if known is None:
        return None
    arcs, scorer = known.arcs, known.scorer
    scored = best_first(scorer.score(known.paths(settings, settings.hops)))
    meetings = Meetings(arcs, known.starts, scored, settings.meeting)
    scored = best_first([*map(meetings.apply, scored[:_MET]), *scored[_MET:]])
    possible = best_possible(arcs, known.nodes, known.lengths, scorer.clarity, scorer.scores)
    signals = Signals(question, known.masked, possible)
    return FoundPaths(arcs, scored, _near(found, around), scorer, known.describer, signals)


def leads(
    question: str,
    found: Seeding,
    around: Neighbourhood,
    space: WordSpace,
    settings: PathSettings,
    hop: int,
) -> list[int]:
    """Return the nodes (store ids) that a step after `hop` may leave, at most `frontier`.

    They are the ends of the paths of that many steps that promise most.
    """
    known = topics(question, found, around, space, settings)
    if known is None:
        return []
    paths = [p for p in known.paths(settings, hop) if len(p.steps) == hop]
    led: dict[int, None] = {}
    for path in promising(paths, known.scorer.scores, settings):
        ends = around.nodes[path.ends]
        led.update(dict.fromkeys(ends[np.argsort(scatter(ends))].tolist()))
    return list(led)[: settings.frontier]


def _near(found: Seeding, around: Neighbourhood) -> Floats:
    known = dict(zip(found.hits.ids.tolist(), found.hits.scores.tolist(), strict=True))
    return np.maximum(lookup(known, around.nodes), 0.0)
