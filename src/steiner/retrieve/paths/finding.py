"""Finds the relation paths that a question names, and ranks what they lead to."""

from __future__ import annotations

import numpy as np

from steiner.graph import Neighbourhood, lookup
from steiner.index.word_space import WordSpace
from steiner.question.reading import Question
from steiner.retrieve.paths.beam import promising
from steiner.retrieve.paths.candidates import CandidateScorer
from steiner.retrieve.paths.confidence import Signals
from steiner.retrieve.paths.found_paths import FoundPaths, best_first
from steiner.retrieve.paths.meetings import Meetings
from steiner.retrieve.paths.possible import best_possible
from steiner.retrieve.paths.ranking import Ranking
from steiner.retrieve.paths.topics import topics
from steiner.retrieve.subgraph.pcst import Floats
from steiner.settings import PathSettings
from steiner.stores.expansion import scatter

_MET = 60


def find_paths(
    question: Question, around: Neighbourhood, space: WordSpace, settings: PathSettings
) -> FoundPaths | None:
    """Score the relation paths that leave what the question names; None without such a node."""
    known = topics(question, around, space, settings)
    if known is None:
        return None
    arcs, scorer = known.arcs, known.scorer
    scored = best_first(scorer.score(known.paths(settings, settings.hops)))
    meetings = Meetings(arcs, known.starts, scored, settings.meeting)
    scored = best_first([*map(meetings.apply, scored[:_MET]), *scored[_MET:]])
    possible = best_possible(arcs, known.nodes, known.lengths, scorer.clarity, scorer.scores)
    signals = Signals(question.tokenised, known.masked, possible)
    return FoundPaths(arcs, scored, _near(question, around), scorer, known.describer, signals)


def rank_paths(
    question: Question,
    around: Neighbourhood,
    space: WordSpace,
    settings: PathSettings,
    scorer: CandidateScorer | None = None,
) -> Ranking | None:
    """Rank what the paths lead to, by the zero-shot score or by `scorer`; None without paths."""
    paths = find_paths(question, around, space, settings) if settings.enabled else None
    if paths is None:
        return None
    if scorer is None:
        return paths.rank(settings.temperature, settings.told)
    return paths.rated(scorer).rank(1.0, settings.told)


def promising_nodes(
    question: Question,
    around: Neighbourhood,
    space: WordSpace,
    settings: PathSettings,
    hop: int,
) -> list[int]:
    """Return the nodes (store ids) that a step after `hop` may leave, at most `frontier`.

    They are the ends of the paths of that many steps that promise most.
    """
    known = topics(question, around, space, settings)
    if known is None:
        return []
    paths = [p for p in known.paths(settings, hop) if len(p.steps) == hop]
    led: dict[int, None] = {}
    for path in promising(paths, known.scorer.scores, settings):
        ends = around.nodes[path.ends]
        led.update(dict.fromkeys(ends[np.argsort(scatter(ends))].tolist()))
    return list(led)[: settings.frontier]


def _near(question: Question, around: Neighbourhood) -> Floats:
    known = dict(zip(question.nearest.ids.tolist(), question.nearest.scores.tolist(), strict=True))
    return np.maximum(lookup(known, around.nodes), 0.0)
