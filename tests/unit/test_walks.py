"""Walks: what is drawn, how it is written, what a changed graph touches, what a question gets."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from changed_graphs import change, settings_of
from family_graph import FAMILY_GRAPH
from word_doubles import CountingEmbedder, WordEmbedder

from steiner.embed import Matrix
from steiner.errors import IndexMissing, InvalidInput
from steiner.evaluate.graphs import memory_store
from steiner.filters import Condition, Filter
from steiner.generate.writer import Writer
from steiner.graph import Subgraph
from steiner.index.build import Indexer
from steiner.index.walks.adjacency import Adjacency, Relationships, adjacency
from steiner.index.walks.generate import Walks, walks
from steiner.index.walks.texts import (
    Triples,
    joined,
    names_lost,
    prompt,
    prompt_again,
    template,
)
from steiner.index.walks.walk_index import Touched, index_walks
from steiner.index.walks.written_walks import written
from steiner.retrieve.walks import WalkRetriever
from steiner.settings import Options, RetrieverSettings, WalkSettings
from steiner.stores.memory import MemoryStore
from steiner.systems import find_system
from steiner.textual_graph import TextGraph

METAQA = Path(__file__).parents[3] / "shared" / "data" / "metaqa" / "kb.txt"
RANDOM = WalkSettings(kind="random")
BREADTH = WalkSettings()


def graph(
    edges: Sequence[tuple[int, int]], nodes: int = 6, direction: str = "out", fan_out: int = 0
) -> Adjacency:
    ends = np.array(edges, dtype=np.int64).reshape(-1, 2)
    numbers = np.arange(len(ends))
    columns = Relationships(100 + numbers, ends[:, 0], ends[:, 1], numbers % 2)
    return adjacency(np.arange(nodes), columns, direction, fan_out)


def drawn(adjacent: Adjacency, settings: WalkSettings) -> Walks:
    (page,) = walks(adjacent, np.arange(len(adjacent.nodes)), settings)
    return page


def nodes_of(adjacent: Adjacency, page: Walks) -> list[list[int]]:
    rows = np.column_stack([page.roots, adjacent.enters(page.arcs)])
    return [[node for node in row if node >= 0] for row in rows.tolist()]


def test_parallel_relationships_are_one_neighbour() -> None:
    adjacent = graph([(0, 1), (0, 1), (0, 2)])
    assert adjacent.degrees.tolist() == [2, 0, 0, 0, 0, 0]
    assert np.diff(adjacent.arcs).tolist() == [2, 1]


def test_random_walks_start_at_their_root_and_go_to_any_neighbour_alike() -> None:
    # 0 -> 1 twice and once to 2: neighbours count, not relationships.
    adjacent = graph([(0, 1), (0, 1), (0, 2)])
    page = drawn(adjacent, replace(RANDOM, walks=20_000, length=1))
    shares = Counter[int]()
    for row, count in zip(nodes_of(adjacent, page), page.counts.tolist(), strict=True):
        assert row[0] == 0
        shares[row[1]] += count
    assert shares[1] / 20_000 == pytest.approx(0.5, abs=0.02)
    assert page.counts.sum() == 20_000
    assert len(page.counts) == 3


def test_a_random_walk_ends_where_nothing_follows_and_may_come_back() -> None:
    adjacent = graph([(0, 1), (1, 0), (1, 2)])
    rows = nodes_of(adjacent, drawn(adjacent, RANDOM))
    assert all(len(row) <= 5 for row in rows)
    assert all(row[-1] == 2 for row in rows if len(row) < 5)
    assert any(row[:3] == [0, 1, 0] for row in rows)


def test_a_breadth_first_walk_leads_to_each_node_once_by_the_shortest_way() -> None:
    adjacent = graph([(0, 1), (1, 2), (0, 2), (2, 0), (2, 3), (3, 4)])
    rows = nodes_of(adjacent, drawn(adjacent, replace(BREADTH, length=3)))
    own = [row for row in rows if row[0] == 0]
    assert own == [[0, 1], [0, 2], [0, 2, 3], [0, 2, 3, 4]]


@pytest.mark.skipif(not METAQA.is_file(), reason=f"MetaQA's graph is not here: {METAQA}")
@pytest.mark.parametrize(("settings", "mean"), [(BREADTH, 9.41), (RANDOM, 8.74)])
def test_metaqa_has_as_many_walks_a_node_as_the_paper_counts(
    settings: WalkSettings, mean: float
) -> None:
    """Footnote 8: distinct walks of each node that has a successor."""
    lines = [line.split("|") for line in METAQA.read_text(encoding="utf-8").splitlines()]
    numbers = {name: i for i, name in enumerate({n: 0 for h, _, t in lines for n in (h, t)})}
    adjacent = graph([(numbers[head], numbers[tail]) for head, _, tail in lines], len(numbers))
    pages = walks(adjacent, np.arange(len(numbers)), settings)
    count = sum(len(page.roots) for page in pages)
    assert count / (adjacent.degrees > 0).sum() == pytest.approx(mean, abs=0.01)


def test_a_root_walks_the_same_whatever_changes_where_it_cannot_go() -> None:
    before, after = graph([(0, 1), (1, 2), (3, 4)]), graph([(0, 1), (1, 2), (3, 4), (4, 0)])
    for settings in (RANDOM, BREADTH):
        one, other = drawn(before, settings), drawn(after, settings)
        rows = [row for row in nodes_of(after, other) if row[0] == 0]
        assert rows == [row for row in nodes_of(before, one) if row[0] == 0]


def test_another_seed_draws_others() -> None:
    adjacent = graph([(i, j) for i in range(6) for j in range(6)])
    one, other = (drawn(adjacent, replace(RANDOM, seed=seed)) for seed in (0, 1))
    assert one.arcs.tolist() == drawn(adjacent, RANDOM).arcs.tolist()
    assert one.arcs.tolist() != other.arcs.tolist()


def test_isolated_nodes_and_self_loops_have_no_walks() -> None:
    adjacent = graph([(0, 0), (1, 2)])
    assert set(drawn(adjacent, RANDOM).roots.tolist()) == {1}
    assert list(walks(graph([]), np.arange(6), BREADTH)) == []


def test_both_directions_are_followed_where_that_is_chosen() -> None:
    adjacent = graph([(0, 1), (2, 1)], direction="both")
    rows = nodes_of(adjacent, drawn(adjacent, BREADTH))
    assert [0, 1, 2] in rows


def test_a_hub_is_bounded_and_that_is_said(caplog: pytest.LogCaptureFixture) -> None:
    rays = [(0, 1), *((1, i) for i in range(2, 100_002))]
    adjacent = graph(rays, nodes=100_002, fan_out=50)
    settings = replace(BREADTH, fan_out=50, bounded=True, walks=20)
    page = drawn(adjacent, settings)
    assert (adjacent.hubs, page.cut) == (1, 2)
    assert adjacent.degrees[:3].tolist() == [1, 50, 0]
    assert Counter(page.roots.tolist()) == {0: 20, 1: 20}
    store = memory_store(star(30), WordEmbedder())
    with caplog.at_level(logging.WARNING):
        index_walks(store, WordEmbedder(), replace(settings, fan_out=10))
    assert "1 hubs: 10 of their successors were followed." in caplog.text


def test_a_hub_that_nothing_bounds_is_refused_with_what_bounds_it() -> None:
    feeders, rays = 100, 60_000
    far = [(feeders, feeders + 1 + i) for i in range(rays)]
    adjacent = graph([*((i, feeders) for i in range(feeders)), *far], nodes=feeders + 1 + rays)
    with pytest.raises(InvalidInput, match=r"at most 5,000,000 .* Set `bounded = true`"):
        drawn(adjacent, BREADTH)
    assert len(drawn(adjacent, replace(BREADTH, bounded=True)).roots) == 60 * (feeders + 1)


def star(rays: int) -> TextGraph:
    return TextGraph.from_triples([("Hub", "to", f"Ray {i}") for i in range(rays)])


def test_walks_that_no_memory_holds_are_refused_before_any_is_embedded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store, embedder = memory_store(FAMILY_GRAPH, WordEmbedder()), CountingEmbedder()
    walked = find_system("walk-and-retrieve").retriever
    # Its ten walks or more.
    monkeypatch.setattr("steiner.index.walks.walk_index._LARGEST", 4 * 2 * embedder.dimensions)
    with pytest.raises(InvalidInput, match=r"5 nodes has 9 walks or more.*`bounded = true`"):
        walked(store, embedder, RetrieverSettings())
    assert not embedder.texts
    monkeypatch.setattr("steiner.index.walks.walk_index._LARGEST", 10**6)
    assert walked(store, embedder, RetrieverSettings()).retrieve("Who leads Aurora?").facts


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"length": 0}, "WalkSettings.length must be above 0"),
        ({"kind": "spiral"}, "WalkSettings.kind must be one of random, breadth-first"),
        ({"direction": "in"}, "WalkSettings.direction must be one of out, both"),
        ({"fan_out": -1}, "WalkSettings.fan_out must be 0 or more"),
        ({"seed": -1}, "WalkSettings.seed must be 0 or more"),
    ],
)
def test_settings_that_mean_nothing_are_refused(given: dict[str, Any], text: str) -> None:
    with pytest.raises(InvalidInput, match=text):
        WalkSettings(**given)


HEAT = Triples((("Heat", "starred", "Al Pacino"), ("Al Pacino", "born in", "New York")))


def test_a_template_and_a_prompt_keep_the_order_of_the_walk() -> None:
    assert template([HEAT]) == ["Heat starred Al Pacino. Al Pacino born in New York."]
    asked = prompt(HEAT)
    assert asked.endswith("(Heat, starred, Al Pacino), (Al Pacino, born in, New York).")


def test_names_that_a_text_lost_are_reported() -> None:
    assert names_lost("In HEAT stars Al Pacino, of New York.", HEAT) == []
    assert names_lost("It stars Pacino, born in New York.", HEAT) == ["Heat", "Al Pacino"]


class Composes:
    """Writes a sentence for each prompt; forgets New York. Away from the call number `fails` on."""

    name = "composes"

    def __init__(self, fails: int = 99) -> None:
        self._left = fails

    def count_tokens(self, text: str) -> int:
        return len(text)

    def write(self, prompts: Sequence[str]) -> list[str]:
        if not self._left:
            raise ConnectionError("the provider is away")
        self._left -= 1
        triples = [text.partition("Graph: ")[2].removesuffix(".") for text in prompts]
        return [f"Behold {text}".replace("New York", "it") for text in triples]


def test_a_model_writes_walks_and_one_that_loses_a_name_gives_way(tmp_path: Path) -> None:
    heat = Triples(HEAT.steps[:1])
    seen: list[tuple[str, int, int]] = []
    writer = Writer(Composes(), tmp_path / "texts.jsonl")
    texts = written(writer.write, lambda *at: seen.append(at))([heat, HEAT])
    assert seen[0] == ("texts", 0, 2)
    assert texts == ["Behold (Heat, starred, Al Pacino)", *template([HEAT])]


def test_a_text_that_lost_a_name_is_asked_for_once_more_with_the_name(tmp_path: Path) -> None:
    class Learns(Composes):
        """Names New York where it is told to."""

        def write(self, prompts: Sequence[str]) -> list[str]:
            told = ["must name" in text for text in prompts]
            names = zip(super().write(prompts), told, strict=True)
            return [f"{text} New York" if named else text for text, named in names]

    (text,) = written(Writer(Learns(), tmp_path / "texts.jsonl").write)([HEAT])
    assert text.startswith("Behold")
    assert text.endswith("they are spelled here: it New York")
    assert prompt_again(HEAT, ["New York"]).endswith("spelled here: New York")


def test_a_model_that_fails_in_the_middle_goes_on(tmp_path: Path) -> None:
    walks = [Triples(((f"Ray {i}", "to", "Hub"),)) for i in range(20)]
    with pytest.raises(ConnectionError):
        written(Writer(Composes(fails=1), tmp_path / "texts.jsonl").write)(walks)
    model = Composes(fails=1)
    assert len(written(Writer(model, tmp_path / "texts.jsonl").write)(walks)) == 20


def connected(edges: Sequence[tuple[int, int]], names: Sequence[str]) -> MemoryStore:
    triples = [(names[a], "to", names[b]) for a, b in edges]
    texts = TextGraph(tuple(range(len(names))), tuple(names), ())
    rows = [(names.index(a), text, names.index(b)) for a, text, b in triples]
    return memory_store(replace(texts, edges=tuple(rows)), WordEmbedder())


def content(store: MemoryStore) -> dict[int, Any]:
    return {
        root: (each.hash, each.vector.tolist(), [(w.text, w.count, w.nodes) for w in each.texts])
        for root, each in store.side_index("walks").entries.items()
    }


@pytest.mark.parametrize("kind", ["random", "breadth-first"])
@pytest.mark.parametrize("seed", range(6))
def test_bringing_up_to_date_equals_a_rebuild(kind: str, seed: int) -> None:
    random, settings = np.random.default_rng(seed), WalkSettings(kind=kind, length=3, walks=8)
    names = [f"Node {i}" for i in range(12)]
    begun = [(int(a), int(b)) for a, b in random.integers(0, 12, (20, 2)) if a != b]
    store = connected(begun, names)
    index_walks(store, WordEmbedder(), settings)
    for _ in range(3):
        before = content(store)
        change(store, random)
        graph_settings = settings_of(store)
        Indexer(store, WordEmbedder(), graph_settings).run()
        embedder = CountingEmbedder()
        touched = index_walks(store, embedder, settings)
        anew = MemoryStore(
            Subgraph(tuple(store.nodes.values()), tuple(store.relationships.values()))
        )
        Indexer(anew, WordEmbedder(), graph_settings).run()
        index_walks(anew, WordEmbedder(), settings)
        assert content(store) == content(anew)
        other = [root for root, own in content(store).items() if before.get(root) != own]
        assert touched.written == len(other)
        written = {text for root in other for text, _, _ in content(store)[root][2]}
        assert written.issuperset(embedder.texts)


def test_a_second_run_embeds_and_writes_nothing() -> None:
    store, embedder = connected([(0, 1), (1, 2)], ["A", "B", "C"]), CountingEmbedder()
    assert index_walks(store, embedder, BREADTH) == Touched(2, 2, 0)
    embedder.texts.clear()
    assert index_walks(store, embedder, BREADTH) == Touched(2, 0, 0)
    assert embedder.texts == []


def test_a_root_that_lost_its_walks_is_cleared() -> None:
    store = connected([(0, 1), (1, 2)], ["A", "B", "C"])
    index_walks(store, WordEmbedder(), BREADTH)
    store.relationships = {i: r for i, r in store.relationships.items() if r.source == 0}
    assert index_walks(store, WordEmbedder(), BREADTH) == Touched(1, 1, 1)


def test_walks_of_a_graph_that_changes_meanwhile_are_left_out_until_they_are_renewed() -> None:
    store, embedder = memory_store(FAMILY_GRAPH, WordEmbedder()), WordEmbedder()
    settings = RetrieverSettings(walks=WalkSettings(k=9))
    made = find_system("walk-and-retrieve").retriever(store, embedder, settings)
    before = {fact.text for fact in made.retrieve("Where is Aurora?").facts}
    (oslo,) = (id for id, node in store.nodes.items() if node.name == "Oslo")
    del store.nodes[oslo]
    ends = ((i, r) for i, r in store.relationships.items() if oslo not in (r.source, r.target))
    store.relationships = dict(ends)
    after = {fact.text for fact in made.retrieve("Where is Aurora?").facts}
    assert after == {text for text in before if "Oslo" not in text} != before
    assert index_walks(store, embedder, settings.walks) == Touched(2, 2, 2)


def test_the_first_run_is_complete_before_a_question_is_answered_of_it() -> None:
    class Away(WordEmbedder):
        def embed(self, texts: Sequence[str]) -> Matrix:
            raise ConnectionError("away")

    store = memory_store(FAMILY_GRAPH, WordEmbedder())
    with pytest.raises(ConnectionError):
        index_walks(store, Away(), BREADTH)
    retriever = WalkRetriever(store, WordEmbedder(), RetrieverSettings())
    with pytest.raises(IndexMissing, match="walks are not indexed"):
        retriever.retrieve("Who leads Aurora?")


def test_walks_that_do_not_fit_the_budget_are_said_to_be_left_out() -> None:
    evidence = walker(k=9).retrieve("Who leads Aurora?", Options(budget=12))
    assert evidence.cuts == (f"{9 - len(evidence.facts)} of 9 walks do not fit 12 tokens",)


def test_given_nodes_all_have_their_walks() -> None:
    seeds = ["Ann Lee", "Bob Ray", "Oslo"]
    evidence = walker(k=1).retrieve("What is done?", Options(seeds=seeds))
    assert sorted(seed.name for seed in evidence.seeds) == sorted(seeds)


def test_a_nodes_vector_may_be_that_of_its_walks_in_one_text() -> None:
    store, embedder = memory_store(FAMILY_GRAPH, WordEmbedder()), CountingEmbedder()
    settings = replace(BREADTH, node_vector="text")
    assert index_walks(store, embedder, settings).written == 4
    (bob,) = (id for id, node in store.nodes.items() if node.name == "Bob Ray")
    walks = [walk.text for walk in store.side_index("walks").entries[bob].texts]
    assert " ".join(walks) in embedder.texts
    assert index_walks(store, embedder, settings).written == 0
    assert index_walks(store, embedder, BREADTH).written == 4


def test_walks_longer_than_an_encoder_reads_are_several_texts() -> None:
    texts = ["word " * 100, "word " * 40, "word " * 100]
    assert joined(texts) == [f"{texts[0]} {texts[1]}", texts[2]]


def test_an_encoder_that_fails_in_the_middle_goes_on() -> None:
    class Fails(WordEmbedder):
        def embed(self, texts: Sequence[str]) -> Matrix:
            if any("Ray 7" in text for text in texts):
                raise ConnectionError("away")
            return super().embed(texts)

    triples = [(f"Ray {i}", "to", "Hub") for i in range(300)]
    store = memory_store(TextGraph.from_triples(triples), WordEmbedder())
    with pytest.raises(ConnectionError):
        index_walks(store, Fails(), BREADTH)
    assert index_walks(store, WordEmbedder(), BREADTH).roots == 300
    assert len(store.side_index("walks").hashes()) == 300


def walker(k: int = 3) -> WalkRetriever:
    settings = RetrieverSettings(walks=WalkSettings(k=k))
    made = find_system("walk-and-retrieve").retriever(
        memory_store(FAMILY_GRAPH, WordEmbedder()), WordEmbedder(), settings
    )
    assert isinstance(made, WalkRetriever)
    return made


def test_the_walks_are_the_nearest_of_the_nearest_nodes() -> None:
    evidence, embedder = walker(k=1).retrieve("Where is Oslo the capital?"), WordEmbedder()
    assert [fact.text for fact in evidence.facts] == ["Oslo capital of Norway."]
    store = walker().store
    asked = embedder.embed_question("What leads Aurora?")
    hits = store.search_side("walks", asked, 2)
    roots = list(dict.fromkeys(hit.owner for hit in hits))
    near = {r: w.vector @ asked for r, w in store.side_index("walks").entries.items()}  # type: ignore[attr-defined]
    assert roots == sorted(near, key=lambda root: -near[root])[:2]
    for root in roots:
        own = [hit.score for hit in hits if hit.owner == root]
        assert len(own) <= 2
        assert all(a >= b for a, b in pairwise(own))


def test_each_fact_names_the_relationships_of_its_walk() -> None:
    evidence = walker().retrieve("Who leads Aurora?")
    edges = {r.id: r for r in evidence.subgraph.relationships}
    for fact in evidence.facts:
        assert all(id in edges for id in fact.relationships)
        assert len(fact.nodes) == len(fact.relationships) + 1
    assert all(r.element_id for r in edges.values())


def test_named_nodes_may_take_the_place_of_the_nearest() -> None:
    settings = RetrieverSettings(walks=WalkSettings(k=2, roots="linked"))
    store, embedder = memory_store(FAMILY_GRAPH, WordEmbedder()), WordEmbedder()
    made = find_system("walk-and-retrieve").retriever(store, embedder, settings)
    evidence = made.retrieve("What does Ann Lee do?")
    assert [seed.name for seed in evidence.seeds] == ["Ann Lee"]
    given = made.retrieve("What is done?", Options(seeds=["Bob Ray"]))
    assert [seed.name for seed in given.seeds] == ["Bob Ray"]


def test_fewer_nodes_than_k_give_what_there_is() -> None:
    assert len(walker(k=50).retrieve("Aurora").facts) == 9


def test_a_filter_hides_every_walk_through_what_it_hides() -> None:
    hidden = Filter(nodes=(Condition("name", "<>", "Oslo"),))
    evidence = walker(k=9).retrieve("Who leads Aurora?", Options(filter=hidden))
    assert sorted(fact.text for fact in evidence.facts) == [
        "Ann Lee leads Aurora.",
        "Bob Ray works on Aurora.",
    ]


def test_a_graph_without_walks_says_how_to_index_them() -> None:
    retriever = WalkRetriever(
        memory_store(FAMILY_GRAPH, WordEmbedder()), WordEmbedder(), RetrieverSettings()
    )
    with pytest.raises(IndexMissing, match="`steiner index` once with the same --system"):
        retriever.retrieve("Who leads Aurora?")
    with pytest.raises(IndexMissing, match="Run `steiner index`"):
        index_walks(MemoryStore(Subgraph()), WordEmbedder(), BREADTH)


def test_long_names_are_cut_in_texts() -> None:
    long = "word " * 1_000
    store = memory_store(TextGraph.from_triples([(long, "to", "End")]), WordEmbedder())
    index_walks(store, WordEmbedder(), BREADTH)
    ((text, *_),) = [
        [w.text for w in each.texts] for each in store.side_index("walks").entries.values()
    ]
    assert len(text) < 200
