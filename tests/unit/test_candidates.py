"""What a trained scorer is shown, what it changes, and how sure the evidence is."""

from __future__ import annotations

import pytest
from family_graph import FAMILY_GRAPH
from word_doubles import WordEmbedder

from steiner.evaluate.graphs import memory_store
from steiner.models.paths.candidates import Candidate, DescribedStep, asked_of, describe
from steiner.question.reading import Question
from steiner.retrieve.paths.finding import FoundPaths
from steiner.retrieve.paths.ranking import ConfidenceFeatures, confidence
from steiner.retrieve.pipeline import StagedRetriever
from steiner.settings import DEFAULT_OPTIONS, Options, PathSettings, RetrieverSettings
from steiner.systems import SYSTEMS
from steiner.systems.steiner import compose
from steiner.systems.steiner import retriever as steiner_retriever
from steiner.train.data.paths import RelationPaths, paths_of


class Prefers:
    """A trained scorer that likes one relationship type, and notes what it was shown."""

    def __init__(self, type: str) -> None:
        self.type = type
        self.shown: list[Candidate] = []
        self.asked: list[str] = []

    def prepare(self, question: Question) -> None:
        self.asked = asked_of(question)

    def score(self, paths: FoundPaths) -> list[float]:
        self.shown = describe(paths)
        wanted = (DescribedStep(self.type, False, "entity"),)
        return [9.0 * (c.steps == wanted and c.weight > 0) for c in self.shown]


@pytest.fixture
def retriever() -> StagedRetriever:
    return steiner_retriever(memory_store(FAMILY_GRAPH, WordEmbedder()), WordEmbedder())


def test_names_are_masked_and_the_topic_told_from_the_others(retriever: StagedRetriever) -> None:
    found = paths_of(retriever, "Does Ann Lee know Bob Ray?", Options(), PathSettings())
    assert found is not None
    asked = {c.asked for c in describe(found) if c.weight > 0}
    assert asked == {"does it know that", "does that know it"}


def test_paths_are_told_in_words(retriever: StagedRetriever) -> None:
    found = paths_of(retriever, "Who leads Aurora?", Options(), PathSettings())
    assert found is not None
    best = describe(found)[0]
    assert best.asked == "who leads it"
    assert (best.start, best.ends) == ("entity", 1)
    assert best.steps == (DescribedStep("leads", False, "entity"),)
    assert best.score > 0


def test_a_scorer_decides_what_is_ranked_first(retriever: StagedRetriever) -> None:
    assert retriever.retrieve("Who leads Aurora?").ranking[0] == "Ann Lee"
    scorer = Prefers("works on")
    chosen = compose(retriever.store, retriever.embedder, retriever.settings, scorer)
    evidence = chosen.retrieve("Who leads Aurora?")
    assert evidence.ranking[0] == "Bob Ray"
    assert evidence.paths[0].score == 9.0
    assert all(c.score < 9 for c in scorer.shown)
    # Read beside the expansion, so that nothing is left to read when paths are scored.
    assert {c.asked for c in scorer.shown} <= set(scorer.asked)


def test_what_is_learnt_of_a_question_are_its_paths_and_where_they_end(
    retriever: StagedRetriever,
) -> None:
    row = {"question": "Who leads Aurora?", "answers": ["ann lee", "nobody"]}
    line = RelationPaths().collect(retriever, row, DEFAULT_OPTIONS)
    gains = dict(zip((tuple(p[2]) for p in line["paths"]["paths"]), line["gains"], strict=False))
    leads = line["paths"]["steps"].index(("leads", False, "entity"))
    assert gains[(leads,)] == max(line["gains"]) == 1.0
    row = {"question": "Who leads Aurora?", "answers": ["nobody"]}
    assert not any(RelationPaths().collect(retriever, row, DEFAULT_OPTIONS)["gains"])
    assert RelationPaths().empty()["gains"] == []


def test_it_is_surer_where_the_question_is_explained(retriever: StagedRetriever) -> None:
    sure = retriever.retrieve("Who leads Aurora?").confidence
    unsure = retriever.retrieve("Which medals did Zorblatt Quimby win for Aurora?").confidence
    nothing = retriever.retrieve("zzz").confidence
    assert sure is not None
    assert unsure is not None
    assert nothing is not None
    assert sure > 0.5 > unsure
    assert nothing < 0.5


def test_published_prizes_have_no_confidence(retriever: StagedRetriever) -> None:
    without = RetrieverSettings(paths=PathSettings(enabled=False))
    for system in SYSTEMS.values():
        asked = system.retriever(retriever.store, retriever.embedder, without)
        assert asked.retrieve("Who leads Aurora?").confidence is None


def test_confidence_is_a_probability() -> None:
    for score in (-50.0, 0.0, 50.0):
        assert 0 <= confidence(ConfidenceFeatures(score, 0.5, 0.5, 1, 0.1)) <= 1
