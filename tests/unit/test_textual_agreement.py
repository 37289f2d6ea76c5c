"""What is evaluated reads as what was trained on: the same texts for the same graph."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from word_doubles import WordEmbedder

from steiner.chosen import Chosen
from steiner.evaluate import own_graphs
from steiner.evaluate.graphs import memory_store
from steiner.evaluate.own_graphs import FromOwnGraphs, own_retrieval, system_over_own_graphs
from steiner.settings import DEFAULT_OPTIONS, RetrieverSettings
from steiner.systems import SYSTEMS
from steiner.textual_graph import Example, TextGraph, write_examples
from steiner.textualise.table import text_graph
from steiner.train.data.collection import collect
from steiner.train.data.retrieved_graphs import GIVEN, retrieval_record, settings_to_use
from steiner.train.data.text_graphs import TextGraphs

CATS = TextGraph.from_triples([("cats", "is a", "pets"), ("dogs", "is a", "pets")])


def test_a_graph_of_texts_keeps_its_texts_when_it_is_evaluated() -> None:
    embedder = WordEmbedder()
    store = memory_store(CATS, embedder)
    retriever = SYSTEMS["g-retriever"].retriever(store, embedder, RetrieverSettings())
    seen = text_graph(retriever.retrieve("Are cats pets?"))
    assert set(seen.nodes) <= set(CATS.nodes)
    assert "cats" in seen.nodes


LONG = TextGraph.from_triples(
    [
        ("zebras " * 60, "is a", "animals"),
        ("animals", "people.person.HasProperty", "alive"),
        ("bees", "not is a", "pets"),
    ]
    + [("pets", "capable of", f"thing {i}") for i in range(30)]
)


def test_a_graph_that_was_trained_on_as_it_is_is_asked_as_it_is() -> None:
    """Rows in their order, no hub cut, nothing pruned."""
    record = retrieval_record(GIVEN, RetrieverSettings())
    used = settings_to_use(record, own_graphs=True)
    assert used is not None
    for name in ("g-retriever", "align-grag"):
        store = memory_store(LONG, WordEmbedder())
        retriever = SYSTEMS[name].retriever(store, WordEmbedder(), used)
        assert text_graph(retriever.retrieve("Are bees pets?")) == LONG
    assert settings_to_use(record, own_graphs=False) is None


@pytest.mark.parametrize("name", ["g-retriever", "align-grag"])
def test_what_is_learnt_from_own_graphs_is_what_is_asked(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_graphs, "open_embedder", lambda _: WordEmbedder())
    example, chosen = Example("Are bees pets?", ("no",), LONG), Chosen(name)
    write_examples(tmp_path / "questions.jsonl", [example])
    source = FromOwnGraphs(TextGraphs(), system_over_own_graphs(chosen))
    files = tmp_path / "questions.jsonl", tmp_path / "train.jsonl"
    collect(source, None, *files, DEFAULT_OPTIONS, {})
    (learnt,) = source.read(files[1])
    used = settings_to_use(json.loads(json.dumps(own_retrieval(chosen))), own_graphs=True)
    assert used is not None
    store = memory_store(LONG, WordEmbedder())
    asked = SYSTEMS[name].retriever(store, WordEmbedder(), used).retrieve(example.question)
    assert learnt.graph == text_graph(asked) != LONG


def test_the_record_of_a_training_counts_but_for_what_somebody_says(tmp_path: Path) -> None:
    said = RetrieverSettings.from_dict({"prizes": {"nodes": 7}, "prune": {"seeds": 9}})
    record = own_retrieval(Chosen("g-retriever", retrieval=said))
    artefact = {"format": 1, "system": "g-retriever", "model": {}, "probe": [], "retrieval": record}
    (tmp_path / "steiner.json").write_text(json.dumps(artefact))
    plain = Chosen(model=str(tmp_path))
    assert plain.settings().prizes.nodes == 7
    assert not plain.settings().prizes.everywhere
    assert plain.settings(own_graphs=True).prizes.everywhere
    other = Chosen(
        model=str(tmp_path), retrieval=RetrieverSettings.from_dict({"prizes": {"nodes": 3}})
    )
    with pytest.warns(UserWarning, match=r"retrieved otherwise: prizes\.nodes 3, not 7\."):
        chosen = other.settings()
    assert (chosen.prizes.nodes, chosen.prune.seeds) == (3, 9)


def test_a_training_on_given_graphs_says_nothing_of_a_budget(tmp_path: Path) -> None:
    """A part that learnt texts alone is no ground to warn of the budget of a later one."""
    record = retrieval_record(GIVEN, RetrieverSettings())
    artefact = {"format": 1, "system": "g-retriever", "model": {}, "probe": [], "retrieval": record}
    (tmp_path / "steiner.json").write_text(json.dumps(artefact))
    assert Chosen(model=str(tmp_path), budget=96).settings(own_graphs=True).text.budget == 96
