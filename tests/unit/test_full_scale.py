"""What the full scale runs: the papers' encoders, models and data, down to each option."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

pytest.importorskip("torch_geometric.nn", reason="needs the extra train")

import paper_tables
from papers import commands as options_of
from papers import runs
from papers.layout import PaperTable, Plan
from papers.published import encoder_name
from papers.scales import SCALES, Place
from papers.trial import nowhere

from steiner.errors import InvalidInput

FIGURE_3 = "retrieval-and-reasoning-figure-3"
Command = dict[str, str]


@dataclass(frozen=True, slots=True)
class Told(runs.Run):
    """A run that writes down its commands, in place of running them."""

    commands: list[tuple[str, Command]] = field(default_factory=list)

    def _steiner(self, *arguments: str) -> None:
        name, *words = arguments
        options = {w: v for w, v in zip(words, [*words[1:], ""], strict=True) if w.startswith("--")}
        if "--settings" in options:
            options["settings"] = Path(options["--settings"]).read_text(encoding="utf-8")
        self.commands.append((name, options))
        if name == "chains":
            Path(options["--output"]).parent.mkdir(parents=True, exist_ok=True)
            Path(options["--output"]).touch()

    def _train_part(self, part: str) -> None:
        self.commands.append(("train", {"--only": part}))

    def merged(self) -> Path:
        return self.model_folder / "merged"

    def told(self) -> Iterator[tuple[str, Command]]:
        self.train()
        self.ask()
        yield from self.commands


def commands(
    key: str, row: str, folder: Path, dataset: str = "webqsp"
) -> list[tuple[str, Command]]:
    """Return what a row runs at the full scale, with a writer of chains."""
    return list(run_of(plan_of(key, row), folder, dataset).told())


def plan_of(key: str, row: str) -> Plan:
    entry = paper_tables.ENTRIES[key]
    assert isinstance(entry, PaperTable)
    (plan,) = (each.plan for each in entry.rows if each.name == row)
    assert plan is not None
    return plan


def run_of(plan: Plan, folder: Path, dataset: str) -> Told:
    own = Place(dataset, folder / dataset)
    rest = (SCALES["full"], 0, folder, "", "a:writer", (), lambda name: Place(name, folder / name))
    return Told(plan, own, *rest)


def test_g_retriever_retrieves_by_the_encoder_that_its_graph_encoder_reads(tmp_path: Path) -> None:
    (_, train), (_, ask) = commands("g-retriever-3", "G-Retriever", tmp_path)
    assert train["--embedder"] == ask["--embedder"] == "sentence-transformers/all-roberta-large-v1"
    assert (train["--preset"], train["--llm"]) == ("published", "meta-llama/Llama-2-7b-hf")


@pytest.mark.parametrize("row", ["LoRA", "GNP", "G-Retriever LoRA", "GRAG_PCST", "Prompt tuning"])
def test_all_of_align_grag_s_table_read_one_retrieval(row: str, tmp_path: Path) -> None:
    for dataset, prizes in (
        ("webqsp", {"nodes": 10, "relations": 10}),
        ("expla-graphs", {"nodes": 0, "relations": 0}),
        ("scene-graphs", {"nodes": 3, "relations": 3, "cost": 1.0}),
    ):
        for _, options in commands("align-grag-2", row, tmp_path, dataset):
            assert tomllib.loads(options["settings"])["prizes"] == prizes


def test_a_reranker_by_labels_keeps_the_whole_graph_of_expla_graphs(tmp_path: Path) -> None:
    *_, (_, ask) = commands("align-grag-2", "Align-GRAG", tmp_path, "expla-graphs")
    assert tomllib.loads(ask["settings"]) == {"prizes": {"nodes": 0, "relations": 0}}
    run = run_of(plan_of("align-grag-2", "G-RAG"), tmp_path, "expla-graphs")
    settings = tomllib.loads(options_of.with_prizes(run, run.own_settings))
    assert settings == {"prizes": {"nodes": 0, "relations": 0}, "prune": {"seeds": 10}}


def test_the_reasoner_and_its_encoder_learn_from_both_data_sets(tmp_path: Path) -> None:
    ran = commands("retrieval-and-reasoning-1", "Ours", tmp_path, "cwq")
    names = [(name, options.get("--only", "")) for name, options in ran]
    assert names == [
        ("chains", ""),
        ("tune", ""),
        ("train", "instructions"),
        ("train", "documents"),
        ("chains", ""),
        ("chains", ""),
        ("train", "reasoning"),
        ("evaluate", ""),
    ]
    (_, steps), (_, tune), _, _, (_, chains), _, (_, train), (_, ask) = ran
    for options in (steps, tune, chains, train):
        assert options["--data"] == str(tmp_path / "webqsp+cwq")
    assert (steps["--steps"], steps["--model"]) == ("rationalised", "meta-llama/Llama-2-7b-chat-hf")
    assert tune["--questions"] == steps["--output"]
    # Clues of the untuned encoder, all twenty of them; the answers by the tuned one.
    assert (chains["--model"], chains["--embedder"]) == ("a:writer", "BAAI/bge-base-en-v1.5")
    assert tomllib.loads(chains["settings"]) == {"text": {"budget": 1024}}
    assert ask["--embedder"] == train["--embedder"] == tune["--output"]
    # The trained model plans, and answers.
    settings = tomllib.loads(ask["settings"])
    assert settings["triples"]["planner"] == str(Path(ask["--model"]) / "merged")
    assert settings["text"]["budget"] == 1024
    # The first three lines, WebQSP's, demonstrate.
    assert settings["triples"]["demonstrations"] == chains["--output"]
    assert "planner" not in tomllib.loads(train["settings"])["triples"]


def test_an_encoder_of_an_ablation_is_tuned_without_what_is_left_out(tmp_path: Path) -> None:
    alone = dict(commands("retrieval-and-reasoning-2", "w/o SubKG-R", tmp_path, "cwq"))
    assert alone["tune"]["--neighbours"] == "0"
    plain = commands("retrieval-and-reasoning-2", "w/o CoT-R", tmp_path, "cwq")
    assert plain[0][0] == "tune"
    assert "--questions" not in plain[0][1]
    assert "planner" in plain[-1][1]["settings"]


def test_what_pruning_saves_is_read_whole(tmp_path: Path) -> None:
    for row in ("no retriever", "G-Retriever", "n_seed 4"):
        *_, (_, ask) = commands("align-grag-4", row, tmp_path / row)
        assert tomllib.loads(ask["settings"])["text"]["budget"] == 3_500
    *_, (_, ask) = commands("align-grag-4", "BM25", tmp_path / "words")
    assert (ask["--system"], "--budget" in ask) == ("bm25-triples", False)
    assert tomllib.loads(ask["settings"])["text"]["budget"] == 2_577


def test_recall_is_that_of_the_retrievers_of_the_ablation_at_thirty_triples(
    tmp_path: Path,
) -> None:
    for row, ablated in (
        ("Ours", "full"),
        ("w/o subgraph", "w/o SubKG-R"),
        ("w/o CoT", "w/o CoT-R"),
    ):
        plans = plan_of(FIGURE_3, row), plan_of("retrieval-and-reasoning-2", ablated)
        here, there = (run_of(plan, tmp_path, "cwq") for plan in plans)
        assert here.model_folder == there.model_folder
        *_, (name, ask) = here.told()
        triples = tomllib.loads(ask["settings"])["triples"]
        assert (name, triples["k"], ask["--embedder"]) == ("evaluate", 30, str(here.encoder_folder))
        # Nothing answers; the model that was trained plans, where anything does.
        assert "--model" not in ask
        planner = str(here.merged_folder) if row != "w/o CoT" else "meta-llama/Llama-2-7b-chat-hf"
        assert triples["planner"] == planner
    ((_, plain),) = commands(FIGURE_3, "BGE", tmp_path, "cwq")
    assert plain["--embedder"] == "BAAI/bge-base-en-v1.5"
    assert tomllib.loads(plain["settings"])["triples"] == {
        "plan": "question",
        "neighbours": 0,
        "k": 30,
    }


def test_continual_training_goes_on_from_what_was_trained_on_freebase(tmp_path: Path) -> None:
    ran = commands("retrieval-and-reasoning-3", "continual training", tmp_path, "metaqa")
    tunes = [options for name, options in ran if name == "tune"]
    parts = [options["--only"] for name, options in ran if name == "train"]
    assert parts == ["instructions", "documents", "reasoning", "instructions", "reasoning"]
    first, second = tunes
    assert second["--encoder"] == first["--output"]
    assert second["--data"] == str(tmp_path / "metaqa-3-hops")
    *_, (_, train), (_, ask) = ran
    assert train["--llm"] == str(Path(first["--output"]).parent / "merged")
    assert ask["--data"] == str(tmp_path / "metaqa")


def test_an_untrained_model_is_asked_the_question_and_not_to_keep_to_facts(tmp_path: Path) -> None:
    ((name, ask),) = commands("retrieval-and-reasoning-1", "LLaMA2-7b-Chat", tmp_path)
    assert (name, ask["--system"], ask["--prompt"]) == ("evaluate", "no-graph", "facts")


def test_walks_are_written_and_embedded_by_the_model_that_answers(tmp_path: Path) -> None:
    ((_, ask),) = commands("walk-and-retrieve-2", "Walk&Retrieve-BFS", tmp_path, "metaqa")
    llm = "meta-llama/Llama-3.1-70B-Instruct"
    assert (ask["--model"], ask["--embedder"]) == (llm, f"llm:{llm}")
    settings = tomllib.loads(ask["settings"])
    walks = settings["walks"]
    assert settings["text"]["budget"] == 2_048
    assert (walks["writer"], walks["node_vector"], walks["length"]) == (llm, "text", 4)
    ((_, crag),) = commands("walk-and-retrieve-2", "Walk&Retrieve-RW", tmp_path, "crag")
    assert tomllib.loads(crag["settings"])["walks"]["length"] == 3
    ((_, other),) = commands(
        "walk-and-retrieve-figure-4-right", "random, openai:gpt-4o", tmp_path, "metaqa"
    )
    assert (other["--model"], other["--embedder"]) == ("openai:gpt-4o", f"llm:{llm}")


@pytest.mark.parametrize(
    ("row", "trained"), [("Baseline", "GraphToken"), ("G-Retriever", "G-Retriever")]
)
def test_what_lists_its_support_is_the_model_that_was_trained_for_the_main_table(
    row: str, trained: str, tmp_path: Path
) -> None:
    cited, asked = plan_of("g-retriever-5", row), plan_of("g-retriever-3", trained)
    assert cited.cited == 100
    there, here = (run_of(plan, tmp_path, "scene-graphs") for plan in (cited, asked))
    assert there.model_folder == here.model_folder


def test_what_is_learnt_elsewhere_needs_to_know_where() -> None:
    with pytest.raises(InvalidInput, match="This run learns from cwq: say where that lies"):
        nowhere("cwq")


def test_where_a_providers_model_writes_walks_a_sentence_encoder_embeds() -> None:
    assert encoder_name("walk-and-retrieve", "openai:gpt-4o").endswith("all-roberta-large-v1")
    assert encoder_name("walk-and-retrieve", "a/model") == "llm:a/model"
