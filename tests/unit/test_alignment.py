"""The aligner: both losses by hand, softmax a graph, frozen parts, bad input, its folder."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("torch_geometric.nn", reason="needs the extra train")
pytest.importorskip("accelerate", reason="needs the extra train")

from alignment import chosen, compared  # noqa: E402
from alignment import trained as steps_trained  # noqa: E402
from model_doubles import HashEmbedder, save_tiny_model  # noqa: E402
from papers.align_grag_tables import ALIGNMENT  # noqa: E402

from steiner.artefact import read_artefact  # noqa: E402
from steiner.errors import InvalidInput, TrainingFailed  # noqa: E402
from steiner.model_settings import (  # noqa: E402
    AlignerSettings,
    EncodeSettings,
    GraphModelSettings,
    Preset,
    TrainSettings,
)
from steiner.models.graph_encoding.aligner import by_graph  # noqa: E402
from steiner.models.graph_encoding.tensors import require_geometric  # noqa: E402
from steiner.models.language_model.aligned_prompt import begun_with  # noqa: E402
from steiner.systems import SYSTEMS  # noqa: E402
from steiner.textual_graph import Example, TextGraph  # noqa: E402
from steiner.train.data.chained_graphs import AlignExample, ChainedGraphs  # noqa: E402
from steiner.train.objectives.dual_alignment import (  # noqa: E402
    Alignment,
    graph_alignment,
    new_alignment,
    node_alignment,
    node_target,
)
from steiner.train.objectives.named import named_target  # noqa: E402
from steiner.train.parts.aligned_answers import ALIGNERS  # noqa: E402

SYSTEM = SYSTEMS["align-grag"]
ENCODE = EncodeSettings(layers=1, heads=2, width=16, projector=24)
QUICK = TrainSettings(epochs=2, batch=2, rate=3e-3, clip=1.0, warmup=0.5, patience=9)
FILMS = TextGraph.from_triples([("heat", "starred", "pacino"), ("heat", "genre", "drama")])
PEOPLE = TextGraph.from_triples([("ann", "likes", "bob")])
EXAMPLES = (
    AlignExample("who starred in heat", "heat starred pacino", FILMS),
    AlignExample("whom does ann like", "ann likes bob", PEOPLE),
    AlignExample("who is bob", "bob is liked by ann", PEOPLE),
    AlignExample("what is heat", "heat is a drama", FILMS),
)


@pytest.fixture(scope="module")
def llm(tmp_path_factory: pytest.TempPathFactory) -> str:
    return save_tiny_model(tmp_path_factory.mktemp("llm"))


def made(llm: str, **changed: Any) -> Alignment:
    torch.manual_seed(1)
    encode = changed.pop("encode", ENCODE)
    return new_alignment(AlignerSettings(llm=llm, encode=encode, **changed), HashEmbedder())


def batch(*sizes: int) -> Any:
    """A batch of graphs of so many nodes, without edges."""
    data, ends = require_geometric("data"), torch.zeros((2, 0), dtype=torch.int64)
    parts = [
        data.Data(x=torch.zeros(n, 2), edge_index=ends, question=torch.zeros(1, 2)) for n in sizes
    ]
    return data.Batch.from_data_list(parts)


def test_the_softmax_is_of_each_graph_alone() -> None:
    shares = by_graph(torch.tensor([0.0, math.log(3), 5.0]), batch(2, 1))
    torch.testing.assert_close(shares, torch.tensor([0.25, 0.75, 1.0]))


def test_the_target_is_the_softmax_of_cosines_by_graph() -> None:
    nodes = torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]])
    chains = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    e = math.e
    literal = node_target(nodes, chains, batch(2, 1), 1.0)
    torch.testing.assert_close(literal, torch.tensor([e / (e + 1), 1 / (e + 1), 1.0]))
    sharp = node_target(nodes, chains, batch(2, 1), 0.5)
    torch.testing.assert_close(sharp[0], torch.tensor(e**2 / (e**2 + 1)))


def test_node_alignment_equals_equation_12_by_hand() -> None:
    scores = torch.tensor([0.0, math.log(3), 2.0])
    target = torch.tensor([0.5, 0.5, 1.0])
    by_hand = 0.5 * math.log(0.5 / 0.25) + 0.5 * math.log(0.5 / 0.75)
    loss = node_alignment(scores, target, batch(2, 1))
    torch.testing.assert_close(loss, torch.tensor([by_hand / 2, 0.0]))
    whole = node_alignment(scores, target, batch(2, 1), per_node=False)
    torch.testing.assert_close(whole, torch.tensor([by_hand, 0.0]))


def test_node_alignment_is_never_below_zero_and_zero_where_equal() -> None:
    torch.manual_seed(0)
    scores, nodes = torch.randn(9), batch(4, 5)
    assert (node_alignment(torch.randn(9), by_graph(scores, nodes), nodes) > 0).all()
    equal = node_alignment(scores, by_graph(scores, nodes), nodes)
    torch.testing.assert_close(equal, torch.zeros(2), atol=1e-6, rtol=0)


def test_graph_alignment_equals_equations_16_and_17_by_hand() -> None:
    graphs = torch.tensor([[2.0, 0.0], [0.0, 1.0]])
    chains = torch.tensor([[1.0, 0.0], [3.0, 4.0]])
    cosine, tau = [[1.0, 0.6], [0.0, 0.8]], 0.5
    e = [[math.exp(x / tau) for x in row] for row in cosine]
    to_chain = [-math.log(e[i][i] / sum(e[i])) for i in (0, 1)]
    to_graph = [-math.log(e[i][i] / (e[0][i] + e[1][i])) for i in (0, 1)]
    loss = graph_alignment(graphs, chains, tau)
    by_hand = [(a + b) / 2 for a, b in zip(to_chain, to_graph, strict=True)]
    torch.testing.assert_close(loss, torch.tensor(by_hand))


def test_a_batch_of_one_has_nothing_to_be_told_apart_from(llm: str) -> None:
    loss = graph_alignment(torch.ones(1, 3), torch.ones(1, 3), 0.07)
    torch.testing.assert_close(loss, torch.zeros(1))
    with pytest.warns(UserWarning, match="a batch of one has no others"):
        made(llm).prepare(EXAMPLES, replace(QUICK, batch=1))


def test_the_joint_loss_is_the_weighed_sum(llm: str) -> None:
    parts = [made(llm, **weights).eval()(EXAMPLES) for weights in (
        {"graph_weight": 0.0}, {"node_weight": 0.0}, {}, {"node_weight": 2.0},
    )]  # fmt: skip
    torch.testing.assert_close(parts[0] + parts[1], parts[2])
    torch.testing.assert_close(2 * parts[0] + parts[1], parts[3])


def test_graphs_come_nearer_to_their_own_chains_by_the_step(llm: str) -> None:
    """Section 5.7 and figure 4, as `benchmarks/alignment.py` compares them."""
    names = [f"node{number}" for number in range(16)]
    examples = [
        AlignExample(f"who is {n}", f"{n} is it", TextGraph.from_triples([(n, "is", "it")]))
        for n in names
    ]
    texts = ("question", "chain", "text of the graph")
    after = {
        step: compared(model, examples)
        for step, model in steps_trained(made(llm), examples, (0, 40))
    }
    assert set(after[0]) == {*texts, *(f"{text}, nearest" for text in texts)}
    assert all(-1 <= after[0][text] <= 1 for text in texts)
    # The own one of 16 by chance: .06.
    assert after[40]["chain, nearest"] >= 0.25 > after[0]["chain, nearest"]


def test_the_full_scale_compares_the_published_aligner(llm: str) -> None:
    settings, rate = chosen("published", llm)
    published = ALIGNERS["published"]
    assert (settings, rate) == (replace(published.model, llm=llm), published.training.rate)
    steps = list(steps_trained(new_alignment(settings, HashEmbedder()), EXAMPLES * 8, (0, 1), rate))
    assert [step for step, _ in steps] == [0, 1]
    assert ALIGNMENT.arguments["full"][-2:] == ("--preset", "published")


def test_random_labels_are_the_questions_own_and_no_chain_is_read(llm: str) -> None:
    model = made(llm, random=True).eval()
    others = [replace(e, chain="something else") for e in EXAMPLES]
    torch.testing.assert_close(model(EXAMPLES), model(others))


def test_named_nodes_share_the_target_and_the_question_names_none() -> None:
    told = named_target([e.question for e in EXAMPLES[:2]], [e.chain for e in EXAMPLES[:2]],
                        [FILMS, PEOPLE])  # fmt: skip
    assert told.tolist() == [0.0, 1.0, 0.0, 0.0, 1.0]
    unknown = named_target(["who"], ["nobody of the graph"], [FILMS])
    assert unknown.tolist() == [0.0, 0.0, 0.0]
    labelled = TextGraph((1, 2), ("Heat (Movie): year: 1995", "Al (Person)"))
    assert named_target(["who"], ["Al in Heat"], [labelled]).tolist() == [0.5, 0.5]


def test_a_graph_of_one_node_gets_all_the_score(llm: str) -> None:
    scores = made(llm).aligner.node_scores("who", TextGraph((4,), ("ann",)))
    assert scores.tolist() == [1.0]


def trained(llm: str, folder: Path, **changed: Any) -> Alignment:
    settings = AlignerSettings(llm=llm, encode=ENCODE, **changed)
    preset = Preset(settings, replace(QUICK, steps=changed.pop("steps", 0)))
    model = SYSTEM.train(
        preset, (EXAMPLES * 2, EXAMPLES), folder, embedder=HashEmbedder(), part="aligner"
    )
    assert isinstance(model, Alignment)
    return model


def test_an_aligner_is_kept_and_loaded(llm: str, tmp_path: Path) -> None:
    model = trained(llm, tmp_path)
    artefact = read_artefact(tmp_path)
    assert (artefact.system, artefact.facts["part"]) == ("align-grag", "aligner")
    again = SYSTEM.scorer(artefact, HashEmbedder())
    # Trained on a GPU, if one is there, where the last digits are others.
    both = (model.cpu(), again)
    scores = [m.aligner.node_scores("who starred in heat", FILMS) for m in both]
    assert scores[0].tolist() == scores[1].tolist()


def test_the_degree_of_alignment_is_counted_in_optimiser_steps(llm: str, tmp_path: Path) -> None:
    preset = Preset(AlignerSettings(llm=llm, encode=ENCODE), replace(QUICK, steps=3))
    SYSTEM.train(
        preset, (EXAMPLES * 2, EXAMPLES), tmp_path, embedder=HashEmbedder(), part="aligner"
    )
    steps = [
        line for line in (tmp_path / "metrics.jsonl").read_text().splitlines() if "rate" in line
    ]
    assert len(steps) == 3


def test_the_generator_begins_with_what_the_aligner_learnt(llm: str, tmp_path: Path) -> None:
    aligner = trained(llm, tmp_path / "aligner")
    begun = begun_with(GraphModelSettings(llm=llm, fixed=True), aligner.aligner, HashEmbedder())
    before = {k: v.clone() for k, v in begun.soft.state_dict().items()}  # type: ignore[union-attr]
    for name, value in aligner.aligner.encoder.state_dict().items():
        torch.testing.assert_close(before[f"encoder.{name}"], value)
    for name, value in aligner.aligner.shared.state_dict().items():
        torch.testing.assert_close(before[f"projector.layers.{name}"], value)
    begun.train()([Example("who", ("yes",), FILMS)]).mean().backward()
    assert all(p.grad is None for p in begun.llm.parameters())
    assert all(p.grad is None for p in begun.soft.encoder.parameters())  # type: ignore[union-attr]
    assert all(p.grad is not None and p.grad.any() for p in begun.soft.projector.parameters())  # type: ignore[union-attr]


def test_a_fixed_encoder_reads_each_graph_once_in_a_training(llm: str, tmp_path: Path) -> None:
    aligner = trained(llm, tmp_path / "aligner")
    begun = begun_with(GraphModelSettings(llm=llm, fixed=True), aligner.aligner, HashEmbedder())
    rows = [Example(e.question, ("yes",), e.graph) for e in EXAMPLES]
    read: list[int] = []
    begun.soft.encoder.register_forward_hook(  # type: ignore[union-attr]
        lambda *passed: read.append(len(passed[-1]))
    )
    with torch.no_grad():
        anew = begun(rows)
        begun.prepare(rows, TrainSettings())
        once, again = begun(rows), begun(rows[::-1])
    torch.testing.assert_close(once, anew)
    torch.testing.assert_close(again, anew.flip(0))
    assert read == [len(rows), len(rows)]
    begun(rows).mean().backward()
    assert all(p.grad is not None for p in begun.soft.projector.parameters())  # type: ignore[union-attr]


def test_two_stages_leave_one_folder_whose_scorer_and_generator_are_known(
    llm: str, tmp_path: Path
) -> None:
    aligner = trained(llm, tmp_path / "aligner")
    rows = [Example(e.question, ("yes",), e.graph) for e in EXAMPLES]
    preset = Preset(GraphModelSettings(llm=llm, max_new_tokens=4, fixed=True), QUICK)
    preset, begun = SYSTEM.begin(preset, aligner, embedder=HashEmbedder())
    SYSTEM.train(preset, (rows, rows), tmp_path, embedder=HashEmbedder(), model=begun)
    artefact = read_artefact(tmp_path)
    assert SYSTEM.trained_as(artefact).generator is not None
    assert isinstance(SYSTEM.scorer(artefact, HashEmbedder()), Alignment)
    loaded = SYSTEM.load(artefact, HashEmbedder())
    assert loaded.settings.fixed
    assert loaded.settings.encode == aligner.settings.encode


def test_without_representation_alignment_there_is_no_graph_token(llm: str) -> None:
    model = made(llm, graph_weight=0.0)
    assert begun_with(GraphModelSettings(llm=llm), model.aligner, HashEmbedder()).soft is None


def test_an_aligner_for_another_language_model_is_refused(llm: str) -> None:
    with pytest.raises(InvalidInput, match=r"gives one vector for .*, but 1 tokens for other"):
        begun_with(GraphModelSettings(llm="other"), made(llm).aligner, HashEmbedder())


def test_chains_that_teach_nothing_are_counted_as_such() -> None:
    assert not AlignExample("who", "  ", FILMS).answers
    assert not AlignExample("who", "ann", TextGraph()).answers
    assert EXAMPLES[0].answers


def test_a_line_without_a_chain_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "chains.jsonl"
    file.write_text(Example("who", ("ann",), PEOPLE).to_json() + "\n")
    with pytest.raises(InvalidInput, match=r"question 1: expected a text \"chain\".*steiner chain"):
        ChainedGraphs().read(file)


def test_a_loss_that_is_no_number_stops_the_training(llm: str, tmp_path: Path) -> None:
    model = made(llm)
    with torch.no_grad():
        next(model.aligner.scorer.parameters()).fill_(float("nan"))
    preset = Preset(model.settings, QUICK)
    with pytest.raises(TrainingFailed, match="loss is no number"):
        SYSTEM.train(preset, (EXAMPLES, EXAMPLES), tmp_path, model=model, part="aligner")


def test_an_aligner_of_another_embedder_is_refused(llm: str, tmp_path: Path) -> None:
    trained(llm, tmp_path)

    class Other(HashEmbedder):
        def embed_question(self, text: str) -> Any:
            return HashEmbedder.embed_question(self, text[::-1] + "x")

    with pytest.raises(InvalidInput, match="trained on other text vectors"):
        SYSTEM.scorer(read_artefact(tmp_path), Other())


def test_settings_that_align_nothing_are_refused() -> None:
    with pytest.raises(InvalidInput, match="one of them above 0"):
        AlignerSettings(node_weight=0.0, graph_weight=0.0)


@pytest.mark.parametrize(
    "changed",
    [{"pooling": "max"}, {"pooling": "attention"}, {"edges": True}, {"reversed": True},
     {"likeness": True}, {"words": True, "edges": True, "likeness": True}],
)  # fmt: skip
def test_one_and_many_give_the_same_under_each_setting(llm: str, changed: dict[str, Any]) -> None:
    model = made(llm, encode=replace(ENCODE, **changed)).aligner.eval()
    graphs, asked = [e.graph for e in EXAMPLES], [e.question for e in EXAMPLES]
    with torch.no_grad():
        together = model(graphs, asked).graphs
        alone = torch.cat([model([g], [q]).graphs for g, q in zip(graphs, asked, strict=True)])
    torch.testing.assert_close(together, alone, rtol=0, atol=1e-5)
