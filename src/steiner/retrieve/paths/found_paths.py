"""The relation paths of one question, as they were scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from steiner.retrieve.paths.adjacency import Arcs
from steiner.retrieve.paths.candidates import Candidate, CandidateScorer, Describer
from steiner.retrieve.paths.confidence import Signals
from steiner.retrieve.paths.ranking import Ranking, rank
from steiner.retrieve.paths.zero_shot import PathScorer, Scored
from steiner.retrieve.subgraph.pcst import Floats


@dataclass(frozen=True, slots=True)
class FoundPaths:
    """The relation paths of a question, best first, and what they run through."""

    arcs: Arcs
    scored: Sequence[Scored]
    near: Floats
    scorer: PathScorer
    describer: Describer
    signals: Signals

    def candidates(self) -> list[Candidate]:
        """Describe the paths as a trained scorer sees them."""
        return [self.describer.candidate(found) for found in self.scored]

    def rated(self, scorer: CandidateScorer) -> FoundPaths:
        """Return the paths with the scores of a trained scorer."""
        pairs = zip(self.scored, scorer.score(self.candidates()), strict=True)
        rated = [replace(found, score=score, zero_shot=found.score) for found, score in pairs]
        return replace(self, scored=best_first(rated))

    def rank(self, temperature: float, told: int) -> Ranking:
        """Rank what the paths lead to; the `told` best paths are written as text."""
        best = [replace(s, text=self.scorer.text(s.path)) for s in self.scored[:told]]
        found = rank(self.arcs, [*best, *self.scored[told:]], self.near, temperature, told)
        return replace(found, signs=self.signals.of(*found.paths[0]))


def best_first(scored: Sequence[Scored]) -> list[Scored]:
    """Sort by score; of equal paths the shorter comes first."""
    return sorted(scored, key=lambda s: (-s.score, len(s.path.steps)))
