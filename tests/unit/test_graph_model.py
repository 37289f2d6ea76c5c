"""The graph language model: one code path, a soft prompt that is used, a question never cut."""

import json
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("torch_geometric.nn", reason="needs the extra train")

from model_doubles import EXAMPLES, HashEmbedder, save_tiny_model  # noqa: E402
from torch.utils.checkpoint import checkpoint  # noqa: E402

from steiner.artefact import SETTINGS  # noqa: E402
from steiner.errors import InvalidInput  # noqa: E402
from steiner.generate.graph_generator import GraphGenerator  # noqa: E402
from steiner.model_settings import EncodeSettings, GraphModelSettings, TrainSettings  # noqa: E402
from steiner.models.graph_artefact import (  # noqa: E402
    GRAPH_LANGUAGE_MODEL,
    from_pretrained,
    new_model,
)
from steiner.models.language_model import recomputing  # noqa: E402
from steiner.models.language_model.graph_language_model import GraphLanguageModel  # noqa: E402
from steiner.models.language_model.layout import content  # noqa: E402
from steiner.models.language_model.prefixes import Prefixes  # noqa: E402
from steiner.models.language_model.rows import losses  # noqa: E402
from steiner.textual_graph import Example, TextGraph  # noqa: E402

ENCODE = EncodeSettings(layers=2, heads=2, width=16, projector=24)
QUESTIONS = [example.question for example in EXAMPLES]
GRAPHS = [example.graph for example in EXAMPLES]


@pytest.fixture(scope="module")
def llm(tmp_path_factory: pytest.TempPathFactory) -> str:
    return save_tiny_model(tmp_path_factory.mktemp("llm"))


def made(llm: str, **changed: Any) -> GraphLanguageModel:
    torch.manual_seed(1)
    encode = changed.pop("encode", ENCODE)
    settings = GraphModelSettings(llm=llm, encode=encode, max_new_tokens=8, **changed)
    return new_model(settings, HashEmbedder(), "cpu").eval()


FORMS = [("graph", "before"), ("graph", "after"), ("virtual", "before"), ("text", "before")]


@pytest.mark.parametrize(("form", "position"), FORMS)
def test_one_and_many_give_the_same(llm: str, form: str, position: str) -> None:
    model = made(llm, form=form, position=position)
    with torch.no_grad():
        together = model(EXAMPLES)
        alone = torch.cat([model([example]) for example in EXAMPLES])
    torch.testing.assert_close(together, alone, rtol=0, atol=1e-5)


def test_training_and_inference_read_the_same_prompt(llm: str) -> None:
    model = made(llm)
    embeddings, mask = model.prompts(QUESTIONS, GRAPHS)
    with torch.no_grad():
        scores = model.llm(inputs_embeds=embeddings, attention_mask=mask).logits[:, -1]
        first = [model.ids.label(example.answers)[:1] for example in EXAMPLES]
        for place, example in enumerate(EXAMPLES):
            model.ids.label = lambda *_, ids=first[place]: ids  # type: ignore[method-assign]
            wanted = torch.nn.functional.cross_entropy(scores[place], torch.tensor(first[place][0]))
            torch.testing.assert_close(model([example])[0], wanted, rtol=0, atol=1e-4)


@pytest.mark.parametrize("form", ["graph", "virtual"])
def test_cached_prefixes_change_nothing(llm: str, form: str) -> None:
    model = made(llm, form=form, position="after")
    prefixes = Prefixes(model.llm, model.settings)
    losses, gradients = [], []
    for cached in (None, prefixes, prefixes):
        model.zero_grad()
        model.prefixes = cached
        loss = model(EXAMPLES)
        loss.mean().backward()
        losses.append(loss.detach())
        gradients.append([p.grad.clone() for p in model.soft.parameters()])  # type: ignore[union-attr]
    torch.testing.assert_close(losses[0], losses[1], rtol=0, atol=1e-5)
    torch.testing.assert_close(losses[0], losses[2], rtol=0, atol=1e-5)
    torch.testing.assert_close(gradients[0], gradients[1], rtol=0, atol=1e-5)


@pytest.mark.parametrize("changed", [{"position": "before"}, {"position": "after", "lora": True}])
def test_prefixes_that_would_change_are_refused(llm: str, changed: dict[str, Any]) -> None:
    pytest.importorskip("peft")
    model = made(llm, **changed)
    with pytest.raises(InvalidInput, match="cached only of a frozen model"):
        Prefixes(model.llm, model.settings)


def test_gradients_reach_encoder_and_projector_only(llm: str) -> None:
    model = made(llm).train()
    model(EXAMPLES).mean().backward()
    assert not model.llm.training
    assert all(p.grad is None for p in model.llm.parameters())
    reached = {n for n, p in model.soft.named_parameters() if p.grad is not None and p.grad.any()}  # type: ignore[union-attr]
    assert {name.split(".")[0] for name in reached} == {"encoder", "projector"}


def test_adapters_are_trained_with_the_soft_prompt(llm: str) -> None:
    pytest.importorskip("peft")
    model = made(llm, lora=True).train()
    model(EXAMPLES).mean().backward()
    reached = {n for n, p in model.llm.named_parameters() if p.grad is not None}
    assert reached
    assert all("lora_" in name for name in reached)


@pytest.mark.parametrize("changed", [{}, {"form": "text", "lora": True}, {"whole": True}])
def test_layers_that_are_computed_again_give_the_same_gradients(
    llm: str, changed: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    gradients, again = [], []

    def counted(*given: Any, **options: Any) -> Any:
        again.append(given)
        return checkpoint(*given, **options)

    monkeypatch.setattr(recomputing, "checkpoint", counted)
    for recompute in (False, True):
        model = made(llm, **changed)
        for module in model.modules():
            if isinstance(module, torch.nn.Dropout):
                module.p = 0.0
        model.prepare(EXAMPLES, TrainSettings(recompute=recompute))
        model.train()
        model(EXAMPLES).mean().backward()
        gradients.append([p.grad for p in model.parameters() if p.grad is not None])
    assert len(again) == 2, "once for each of the two layers, with recompute alone"
    for kept, computed in zip(*gradients, strict=True):
        torch.testing.assert_close(computed, kept)
    model.eval()
    with torch.no_grad():
        model(EXAMPLES)
    assert len(again) == 2


def test_prefixes_are_kept_or_layers_computed_again() -> None:
    with pytest.raises(InvalidInput, match="not both"):
        TrainSettings(cached=True, recompute=True)


def test_what_is_sharded_is_not_warmed_up() -> None:
    with pytest.raises(InvalidInput, match="not where a model is sharded"):
        TrainSettings(warm=1, sharded=True)


@pytest.mark.parametrize("kind", ["transformer", "gat", "gcn"])
def test_each_encoder_tells_graphs_apart(llm: str, kind: str) -> None:
    model = made(llm, encode=EncodeSettings(kind=kind, layers=1, heads=2, width=16))
    soft = model.soft_tokens(EXAMPLES)
    assert soft.shape == (3, 1, 32)
    assert not torch.allclose(soft[0], soft[1])


def test_soft_tokens_have_the_norm_of_token_embeddings(llm: str) -> None:
    model = made(llm, encode=EncodeSettings(layers=1, heads=2, width=16, tokens=3))
    norms = model.soft_tokens(EXAMPLES).norm(dim=-1)
    mean = model.llm.get_input_embeddings().weight.norm(dim=1).mean()
    assert norms.shape == (3, 3)
    torch.testing.assert_close(norms, torch.full((3, 3), float(mean)), rtol=1e-4, atol=0)


def test_without_a_projector_the_width_must_fit(llm: str) -> None:
    with pytest.raises(InvalidInput, match="width must be 32"):
        made(llm, encode=EncodeSettings(layers=1, heads=2, width=16, projector=0))
    fits = made(llm, encode=EncodeSettings(layers=1, heads=2, width=32, projector=0))
    assert fits.soft_tokens(EXAMPLES).shape == (3, 1, 32)


def test_the_question_can_be_read_by_the_encoder(llm: str) -> None:
    model = made(llm, encode=EncodeSettings(layers=1, heads=2, width=16, question=True))
    graph = EXAMPLES[0].graph
    soft = model.soft_tokens([Example("who", (), graph), Example("likes", (), graph)])
    assert not torch.allclose(soft[0], soft[1])


@pytest.mark.parametrize("position", ["before", "after"])
def test_the_soft_prompt_stands_inside_the_users_turn(llm: str, position: str) -> None:
    model = made(llm, position=position)
    before, after = model.ids.pieces("who", TextGraph())
    decode = model.tokenizer.decode
    assert "user" in decode(before).replace(" ", "")
    assert ("who" in decode(after)) == (position == "before")
    assert decode(after).replace(" ", "").endswith("<|start|>assistant")


def test_the_graph_is_cut_and_never_the_question(llm: str) -> None:
    many = TextGraph(tuple(range(30)), ("ann",) * 30, tuple((i, "likes", i + 1) for i in range(29)))
    model = made(llm, max_text=60)
    _, after = model.ids.pieces("who likes whom", many)
    text = model.tokenizer.decode(after)
    assert text.count("ann") == text.count("likes") == 3 or "who likes whom" in text
    assert "who likes whom" in text
    _, short = made(llm, max_text=1).ids.pieces("who likes whom", many)
    assert "likes whom" in model.tokenizer.decode(short)
    assert "ann" not in model.tokenizer.decode(short)


def test_graphs_that_lose_rows_are_counted_where_their_text_is_read(llm: str) -> None:
    many = TextGraph(tuple(range(30)), ("ann",) * 30, tuple((i, "likes", i + 1) for i in range(29)))
    huge = TextGraph((0,), ("ann " * 1_000,))
    few = TextGraph((0, 1), ("ann", "bob"), ((0, "likes", 1),))
    examples = [Example("who likes whom", ("yes",), graph) for graph in (many, huge, few)]
    examples.append(Example("who likes whom", ("yes",)))
    assert made(llm, max_text=60).check(examples, TrainSettings()) == {"cut_graphs": 2}
    assert made(llm, max_text=60, textual=False).check(examples, TrainSettings()) == {}


def test_a_question_longer_than_the_context_is_an_error(llm: str) -> None:
    with pytest.raises(InvalidInput, match="never cut"):
        made(llm).ids.pieces("who " * 1100, TextGraph())


def test_a_label_ends_with_the_turn_unless_it_is_cut(llm: str) -> None:
    model = made(llm)
    assert model.ids.label(("yes",))[-1] == model.ids.layout.end
    long = model.ids.label(("yes no yes no yes no yes no yes",), room=8)
    assert len(long) == 8
    assert model.ids.layout.end not in long


def test_an_answer_is_learnt_whole_however_little_is_written(llm: str) -> None:
    model = made(llm)
    long = Example("who", (" ".join(["yes no"] * 20),))
    assert model.ids.label(long.answers)[-1] == model.ids.layout.end
    assert model.check([long], TrainSettings()) == {}


def test_answers_that_are_cut_are_counted_and_many_are_refused(llm: str) -> None:
    model = made(llm, max_label=8)
    long, short = Example("who", ("yes " * 14,)), Example("who", ("yes no",))
    with pytest.warns(UserWarning, match="1 of 20 answers to learn are longer than the 8 tokens"):
        counted = model.check([long, *[short] * 19], TrainSettings(cut=0.05))
    # 15 tokens with the end, and 19 times 3.
    assert counted == {"cut_answers": 1, "cut_tokens": round(7 / 72, 4)}
    with pytest.raises(InvalidInput, match=r"Only 1.0% of the answers may be cut.*to 15"):
        model.check([long, short], TrainSettings())


def test_an_answer_has_only_the_room_that_its_prompt_leaves(llm: str) -> None:
    model = made(llm, max_label=2_000)
    long = Example("who", ("yes " * 1_020,))
    with pytest.raises(InvalidInput, match="what the model has room for"):
        model.check([long], TrainSettings())
    with torch.no_grad():
        assert torch.isfinite(model([long])).all()


def test_a_base_model_reads_the_papers_plain_prompt(tmp_path: Path) -> None:
    model = made(save_tiny_model(tmp_path, template=None))
    text = content(model.tokenizer, QUESTIONS[0], GRAPHS[0], 512)
    assert text.startswith("Textualized Graph:\nnode_id,node_attr\n")
    assert text.endswith("Please answer the given question.\nQuestion: who likes whom")
    _, after = model.ids.pieces(QUESTIONS[0], GRAPHS[0])
    end = model.tokenizer.encode("\n\nAnswer:", add_special_tokens=False)
    assert after[-len(end) :] == list(model.ids.layout.tail) == end
    assert model.ids.label(("yes",))[-1] == model.tokenizer.eos_token_id
    with torch.no_grad():
        assert torch.isfinite(model(EXAMPLES)).all()
    with pytest.raises(InvalidInput, match="A conversation needs a model with a chat template"):
        model.ids.pieces("who", GRAPHS[0], [{"role": "user", "content": "yes"}])


def test_a_prompt_is_labelled_for_a_chat_model_and_never_around_a_task_of_its_own(
    llm: str, tmp_path: Path
) -> None:
    chat, base = made(llm, labelled=True), made(save_tiny_model(tmp_path, template=None))
    written = content(chat.tokenizer, QUESTIONS[0], GRAPHS[0], 512, labelled=True)
    assert written.startswith("Textualized Graph:\nnode_id,node_attr\n")
    assert written.endswith(
        "Please answer the given question.\nQuestion: who likes whom\n\nAnswer:"
    )
    inside = chat.tokenizer.encode(written, add_special_tokens=False)
    assert chat.ids.text(QUESTIONS[0], GRAPHS[0]) == inside
    task = "Argument 1: a\nArgument 2: b\nDo they support or counter each other?"
    for tokenizer, end in ((chat.tokenizer, "\n\nAnswer:"), (base.tokenizer, "")):
        asked = content(tokenizer, task, GRAPHS[0], 512, labelled=True)
        assert asked.endswith(f"\n{task}{end}")
        assert "Please answer" not in asked


def test_answers_one_by_one_in_a_batch_and_streamed_are_equal(llm: str) -> None:
    writer = GraphGenerator(made(llm))
    together = writer.write(QUESTIONS, GRAPHS)
    alone = [writer.write([q], [g])[0] for q, g in zip(QUESTIONS, GRAPHS, strict=True)]
    pieces = ["".join(writer.pieces(q, g)) for q, g in zip(QUESTIONS, GRAPHS, strict=True)]
    assert together == alone == [piece.strip() for piece in pieces]


def test_likelihoods_rank_the_candidates(llm: str) -> None:
    scores = GraphGenerator(made(llm)).likelihoods(EXAMPLES, ["support", "counter"])
    assert scores.shape == (3, 2)
    assert (scores < 0).all()


@pytest.mark.parametrize("changed", [{}, {"form": "virtual"}, {"lora": True}, {"form": "text"}])
def test_a_saved_model_is_the_same_again(llm: str, tmp_path: Path, changed: dict[str, Any]) -> None:
    pytest.importorskip("peft")
    model = made(llm, **changed)
    with torch.no_grad():
        for parameter in (p for p in model.parameters() if p.requires_grad):
            parameter.add_(0.05)
        expected = model(EXAMPLES)
        GRAPH_LANGUAGE_MODEL.save(model, "g-retriever", tmp_path)
        again = from_pretrained(tmp_path, HashEmbedder(), "cpu")
        torch.testing.assert_close(again(EXAMPLES), expected)
    assert not list(tmp_path.rglob("*.bin")) + list(tmp_path.rglob("*.p*kl"))


def test_what_does_not_fit_an_artefact_is_told(llm: str, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    GRAPH_LANGUAGE_MODEL.save(made(llm), "g-retriever", folder)
    other = save_tiny_model(tmp_path / "wide", hidden=64)
    with pytest.raises(InvalidInput, match=r"width 32 .* has 64"):
        from_pretrained(folder, HashEmbedder(), "cpu", llm=other)
    with pytest.raises(InvalidInput, match="16 dimensions, than those of letters, of 8"):
        from_pretrained(folder, Narrow(), "cpu")
    described = json.loads((folder / SETTINGS).read_text())
    (folder / SETTINGS).write_text(json.dumps({**described, "format": 99}))
    with pytest.raises(InvalidInput, match="written by a newer steiner"):
        from_pretrained(folder, HashEmbedder(), "cpu")
    with pytest.raises(InvalidInput, match="is not a model that steiner trained"):
        from_pretrained(tmp_path / "nothing", HashEmbedder(), "cpu")


class Narrow(HashEmbedder):
    """An embedder of another width."""

    dimensions = 8


def test_the_loss_is_on_the_answers_tokens_alone() -> None:
    """Equation 4 of Retrieval & Reasoning, 12 of G-Retriever: whatever the prompt's tokens are."""
    logits = torch.zeros(1, 4, 3)
    logits[0, 2:] = torch.tensor([[0.0, 0.0, 1.0], [2.0, 0.0, 0.0]])
    by_hand = torch.logsumexp(logits[0, 2:], 1).sum() - 1.0 - 0.0
    torch.testing.assert_close(losses(logits, [[2, 1]]), by_hand[None] / 2)
    logits[0, :2] = 9.0 * torch.eye(3)[:2]
    torch.testing.assert_close(losses(logits, [[2, 1]]), by_hand[None] / 2)
