"""The line of stages: each record is made once, and options go with the call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from family_graph import PROJECT
from read_graphs import node
from read_graphs import store as labelled
from word_doubles import WordEmbedder

from steiner.columns import Hits, Neighbourhood, Vector
from steiner.embed import Matrix
from steiner.errors import IndexMissing, InvalidInput
from steiner.evaluate.graphs import memory_store
from steiner.graph import Subgraph
from steiner.question.reading import Question
from steiner.question.tokens import tokenised
from steiner.retrieve.exact.computing import Computing
from steiner.retrieve.exploring import NamesFirst
from steiner.settings import ExactSettings, Options, RetrieverSettings, SeedSettings
from steiner.stores.memory import MemoryStore
from steiner.stores.protocol import FirstLook, GraphStore, Sought
from steiner.systems.steiner import retriever

QUESTION = "Who leads Aurora?"
FILMS = labelled(
    [
        node(1, "Person", "Ann"),
        node(2, "Person", "Cem"),
        node(3, "Film", "Up"),
        node(4, "Film", "Go"),
    ],
    [(1, "DIRECTED", 3, {}), (2, "ACTED_IN", 3, {}), (2, "ACTED_IN", 4, {})],
)
BY_PATHS = RetrieverSettings(exact=ExactSettings(mode="off"))


@pytest.fixture
def store() -> MemoryStore:
    return memory_store(PROJECT, WordEmbedder())


def test_a_question_is_tokenised_once(store: MemoryStore) -> None:
    before = tokenised.cache_info().misses
    retriever(store, WordEmbedder()).retrieve("Who ever leads Aurora?")
    assert tokenised.cache_info().misses == before + 1


def test_the_stages_are_timed_in_their_order(store: MemoryStore) -> None:
    found = retriever(store, WordEmbedder()).retrieve(QUESTION)
    stages = ["embed", "read", "expand", "score", "select", "pack", "total"]
    assert list(found.milliseconds) == [*stages, "exact"]


def test_one_retriever_serves_callers_with_other_options_at_once(store: MemoryStore) -> None:
    shared = retriever(store, WordEmbedder())
    options = [Options(budget=20 + i, count_tokens=len) for i in range(8)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda each: shared.retrieve(QUESTION, each), options))
    assert [evidence.budget for evidence in found] == [each.budget for each in options]
    assert all(evidence.tokens <= evidence.budget for evidence in found)
    assert shared.retrieve(QUESTION).budget == 512


def test_an_index_that_cannot_be_asked_is_an_error_before_anything_is_read() -> None:
    nothing = MemoryStore(Subgraph())
    with pytest.raises(IndexMissing, match="not indexed yet"):
        retriever(nothing, WordEmbedder()).retrieve(QUESTION)


def test_an_index_made_meanwhile_is_seen_by_the_next_question(store: MemoryStore) -> None:
    opened = retriever(store, WordEmbedder())
    opened.retrieve(QUESTION)
    store.remove(lambda _done, _total: None)
    with pytest.raises(IndexMissing, match="not indexed yet"):
        opened.retrieve(QUESTION)


def test_a_given_seed_that_is_nowhere_is_an_error_that_names_it(store: MemoryStore) -> None:
    with pytest.raises(InvalidInput, match="No node has the name, alias or key 'Nobody'"):
        retriever(store, WordEmbedder()).retrieve(QUESTION, Options(seeds=("Nobody",)))


class Reading(WordEmbedder):
    """Notes what is embedded, a call a row; reads questions as it reads texts."""

    reads_alike = True

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> Matrix:
        self.calls.append(list(texts))
        return super().embed(texts)


def test_a_question_and_its_words_are_one_call_of_the_encoder(store: MemoryStore) -> None:
    encoder = Reading()
    opened = retriever(store, encoder, BY_PATHS)
    opened.retrieve("Who works on Aurora?")
    encoder.calls.clear()
    opened.retrieve(QUESTION)
    assert encoder.calls == [[QUESTION, "who leads"]]
    opened.retrieve(QUESTION)
    assert len(encoder.calls) == 1


def test_a_question_in_known_words_is_embedded_while_its_names_are_looked_up(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, look = Event(), MemoryStore.first_look

    class Early(Reading):
        def embed(self, texts: Sequence[str]) -> Matrix:
            begun.set()
            return super().embed(texts)

    def waiting(self: MemoryStore, sought: Sought) -> FirstLook:
        assert begun.wait(10)
        return look(self, sought)

    encoder = Early()
    opened = retriever(store, encoder, BY_PATHS)
    opened.retrieve(QUESTION)
    begun.clear()
    encoder.calls.clear()
    monkeypatch.setattr(MemoryStore, "first_look", waiting)
    assert opened.retrieve("Who leads Oslo?").facts
    assert encoder.calls == [["Who leads Oslo?"]]


def test_the_words_that_computing_compares_are_embedded_with_the_question(
    store: MemoryStore,
) -> None:
    encoder = Reading()
    opened = retriever(store, encoder)
    opened.retrieve(QUESTION)
    encoder.calls.clear()
    opened.retrieve("Who leads Oslo?")
    assert encoder.calls == [["Who leads Oslo?", "oslo"]]


@pytest.mark.parametrize(("settled", "waits"), [(0.3, False), (1.0, True)])
def test_what_resembles_a_question_is_waited_for_where_its_names_settle_nothing(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch, settled: float, waits: bool
) -> None:
    answering, search = Event(), MemoryStore.search_nodes

    def slow(self: MemoryStore, vector: Vector, k: int) -> Hits:
        answering.wait(60)
        return search(self, vector, k)

    if waits:
        answering.set()
    monkeypatch.setattr(MemoryStore, "search_nodes", slow)
    settings = replace(BY_PATHS, seeds=SeedSettings(settled=settled))
    evidence = retriever(store, WordEmbedder(), settings).retrieve(QUESTION)
    answering.set()
    assert evidence.ranking[0] == "Ann Lee"
    assert ("search" in evidence.milliseconds) == waits


@pytest.mark.parametrize(
    ("question", "mode", "further"),
    [
        ("Which films did Ann direct?", "auto", False),
        ("Which films did Cem direct?", "auto", False),
        ("Which films did Ann direct?", "off", True),
    ],
    ids=["the rows are the answer", "there are no rows", "nothing is computed"],
)
def test_what_the_database_settles_is_not_looked_for_along_paths(
    question: str, mode: str, further: bool
) -> None:
    asked: list[int] = []
    settings = RetrieverSettings(exact=ExactSettings(mode=mode, sure=0.9))
    opened = retriever(FILMS, WordEmbedder(), settings)
    explore = opened.stages.explore
    assert isinstance(explore, NamesFirst)
    whole = explore.deepen

    def deepen(read: Question, seen: GraphStore, around: Neighbourhood) -> Neighbourhood:
        asked.append(len(around.nodes))
        return whole(read, seen, around)

    opened.stages = replace(opened.stages, explore=replace(explore, deepen=deepen))
    evidence = opened.retrieve(question)
    assert bool(asked) == further
    assert evidence.facts


def test_behind_rows_that_answer_stands_what_is_one_step_from_what_is_named() -> None:
    settings = RetrieverSettings(exact=ExactSettings(sure=0.9))
    evidence = retriever(FILMS, WordEmbedder(), settings).retrieve("Which films did Ann direct?")
    assert evidence.answers == ("Up",)
    assert [node.name for node in evidence.subgraph.nodes] == ["Up", "Ann"]


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("Which films did Cem direct?", ("Person.name = 'Cem'",)),
        ("Which films did Cem surprisingly direct?", ("Person.name = 'Cem'",)),
        ("Which films did both Cem and Ann surprisingly direct?", ()),
    ],
    ids=["none is the answer", "not surely, but for one reason", "for one of several reasons"],
)
def test_why_there_is_nothing_is_looked_for_where_that_is_the_answer_or_takes_one_look(
    question: str, why: tuple[str, ...]
) -> None:
    table = retriever(FILMS, WordEmbedder()).retrieve(question).table
    assert table
    assert not table.rows
    assert table.emptied_by == why


def test_rows_of_what_is_named_alone_are_no_second_opinion() -> None:
    opened = retriever(FILMS, WordEmbedder())
    evidence = opened.retrieve("How are Ann and Cem connected?")
    assert evidence.connection
    assert evidence.table is None


def test_what_is_named_is_expanded_while_the_question_is_embedded(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, expand = Event(), MemoryStore.expand
    seeds: list[Sequence[int]] = []

    def noted(self: MemoryStore, *given: Any) -> Neighbourhood:
        seeds.append(given[0])
        begun.set()
        return expand(self, *given)

    class Waiting(Reading):
        def embed(self, texts: Sequence[str]) -> Matrix:
            assert begun.wait(10)
            return super().embed(texts)

    opened = retriever(store, Waiting(), BY_PATHS)
    begun.set()
    opened.retrieve("Who works on Aurora?")
    begun.clear()
    seeds.clear()
    monkeypatch.setattr(MemoryStore, "expand", noted)
    assert opened.retrieve(QUESTION).ranking[0] == "Ann Lee"
    assert seeds[0] not in seeds[1:]


def test_a_question_that_names_nothing_is_searched_at_once(store: MemoryStore) -> None:
    found = retriever(store, WordEmbedder(), BY_PATHS).retrieve("Who works there?")
    assert [seed.channels for seed in found.seeds] == [("vector",)] * len(found.seeds)
    assert found.seeds


def test_an_encoder_that_fails_is_the_error(store: MemoryStore) -> None:
    class Failing(WordEmbedder):
        def embed_question(self, text: str) -> Vector:
            raise InvalidInput("no model")

    with pytest.raises(InvalidInput, match="no model"):
        retriever(store, Failing()).retrieve(QUESTION)


@pytest.mark.parametrize("waits", [False, True])
def test_a_table_that_is_no_sure_answer_and_late_is_named_in_the_cuts_but_waited_for_in_a_run(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch, waits: bool
) -> None:
    ended = Event()

    def slow(
        computing: Computing,
        _question: str,
        _store: object,
        _readings: object,
        _options: object,
        only_opinion: Callable[[float], None],
    ) -> None:
        only_opinion(computing.settings.exact.patience)
        ended.wait(0.1 if waits else 10)

    monkeypatch.setattr(Computing, "computed", slow)
    settings = RetrieverSettings(exact=ExactSettings(patience=0.01))
    asked = retriever(store, WordEmbedder(), settings)
    evidence = asked.retrieve(QUESTION, Options(waits=waits))
    ended.set()
    assert evidence.table is None
    assert evidence.facts
    late = "a doubtful table, which was not ready 0.01 s after the rest"
    assert (evidence.cuts[-1:] == (late,)) is not waits


def test_a_question_that_reading_stumbles_over_is_answered_by_paths_and_says_so(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def stumbles(*_: object) -> None:
        raise KeyError("leads")

    monkeypatch.setattr("steiner.retrieve.exact.readers.proposals", stumbles)
    evidence = retriever(store, WordEmbedder()).retrieve(QUESTION)
    assert evidence.answers[:1] == ("Ann Lee",)
    assert any("a fault of steiner's (KeyError)" in cut for cut in evidence.cuts)
    assert "could not be read" in caplog.text
