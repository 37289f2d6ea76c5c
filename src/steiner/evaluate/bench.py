"""Opens data set, graph, system and generator for one run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from steiner.chosen import Chosen
from steiner.embed import Embedder, open_embedder
from steiner.errors import InvalidInput
from steiner.evaluate import baselines
from steiner.evaluate.datasets import load_dataset
from steiner.evaluate.datasets.gold import Dataset, GoldQuestion
from steiner.evaluate.graphs import memory_store, remembered
from steiner.evaluate.own_graphs import over_own_graphs, own_graph_settings
from steiner.evaluate.prompts import TOLD_BEFORE, WHOLE, asked_by, asked_whole, check_prompt
from steiner.evaluate.provenance import Provenance
from steiner.evaluate.runner import Ask, Write, drawn, run
from steiner.evidence import Evidence
from steiner.generate.until_failure import answered
from steiner.generate.writer import open_text_model
from steiner.index.check import check_index
from steiner.progress import Report, silent
from steiner.retrieve.pipeline import Retriever
from steiner.session import open_generator
from steiner.settings import DEFAULT_EMBEDDER, ConnectionSettings, RetrieverSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.store import Neo4jStore
from steiner.textual_graph import TextGraph


@dataclass(frozen=True, slots=True)
class Bench:
    """What is run: data set and split, how many questions of a kind, who writes the answers.

    `in_memory`: the data set's shared graph, without a server; questions with graphs of their own
    need none. `skip_broken`: lines that cannot be used are reported and left out.
    """

    dataset: str
    place: Path
    split: str = "dev"
    count: int | None = None
    in_memory: bool = False
    prompt: str = "plain"
    reranker: str | None = None
    retrieved: Path | None = None
    skip_broken: bool = False
    version: str = ""


def evaluate(
    connection: ConnectionSettings,
    chosen: Chosen,
    bench: Bench,
    output: Path,
    report: Report = silent,
) -> tuple[int, list[str]]:
    """Run and return how many questions could not be answered, and the broken lines in words."""
    _check(chosen, bench)
    broken: list[str] = []
    place = bench.place
    data = load_dataset(bench.dataset, place, bench.split, broken if bench.skip_broken else None)
    questions = drawn(data.questions, bench.count)
    described = {**asdict(bench), **asdict(chosen), "place": place.name, "dataset": data.name}
    described |= {"system": chosen.system_name(), "model": " ".join(chosen.models()) or None}
    used = chosen.settings(own_graphs=data.questions[0].graph is not None)
    described |= {"budget": used.text.budget, "hops": used.expand.hops}
    described["shared_triples"] = len(data.shared)
    described |= {"unanswered": data.unanswered} if data.unanswered else {}
    if any(contents := chosen.contents()):
        described["content of models and files"] = "".join(contents)
    settings = {**_json(described), "labels": list(data.labels)}
    write = _writer(chosen, bench)
    with _asking(connection, chosen, bench, data, report) as (ask, provenance):
        failed = run(ask, questions, output, settings, write, report, provenance)
        return failed, broken


def _check(chosen: Chosen, bench: Bench) -> None:
    if not chosen.writes() and bench.prompt != "plain":
        raise InvalidInput(
            f"The prompt {bench.prompt!r} needs a model that writes answers: give --model."
        )
    if bench.prompt in WHOLE and chosen.language_model() in (None, "none"):
        raise InvalidInput(
            f"The prompt {bench.prompt!r} is sent to a language model as it is: give --model with "
            f"the name of one."
        )
    belongs = {"reranker": baselines.CROSS, "retrieved": baselines.RETRIEVED}
    for name, system in belongs.items():
        if getattr(bench, name) is not None and chosen.system_name() != system:
            raise InvalidInput(
                f"--{name} belongs to the system {system!r}, not to {chosen.system_name()!r}."
            )


def _json(described: dict[str, Any]) -> dict[str, Any]:
    # Where retrievals are kept changes none of them.
    del described["skip_broken"], described["kept"]
    described["retrieved"] = str(described["retrieved"] or "")
    described["where"] = str(described["where"]) if any(described["where"].values()) else ""
    return described


def _writer(chosen: Chosen, bench: Bench) -> Write | None:
    check_prompt(bench.prompt)
    if not chosen.writes():
        return None
    if bench.prompt in WHOLE:
        system = TOLD_BEFORE.get(bench.prompt, "")
        model = open_text_model(chosen.language_model() or "", system=system)
        return asked_whole(bench.prompt, model)
    return asked_by(bench.prompt, partial(answered, open_generator(chosen)))


@contextmanager
def _asking(
    connection: ConnectionSettings, chosen: Chosen, bench: Bench, data: Dataset, report: Report
) -> Iterator[tuple[Ask, Provenance | None]]:
    if data.questions[0].graph is not None:
        settings = own_graph_settings(chosen.settings(own_graphs=True))
        yield _own_graphs(chosen, _composed(chosen, bench, settings)), None
        return
    compose = _composed(chosen, bench, chosen.settings())
    if bench.in_memory:
        if not data.shared:
            raise InvalidInput(
                f"The data set {data.name!r} brings no graph: leave out --in-memory and name a "
                f"server that holds it."
            )
        embedder = remembered(open_embedder(chosen.embedder or DEFAULT_EMBEDDER))
        store = memory_store(TextGraph.from_triples(data.shared), embedder, report)
        yield _asked(compose(store, embedder), chosen), None
        return
    with closing(Neo4jConnection(connection)) as opened:
        live = Neo4jStore(opened)
        record = live.record()
        own = open_embedder(chosen.embedder or (record.model if record else DEFAULT_EMBEDDER))
        check_index(live, own)
        # Triples are embedded at their first question, as a tool that ranks them would have done.
        yield _asked(compose(live, remembered(own)), chosen), Provenance(opened)


def _composed(
    chosen: Chosen, bench: Bench, settings: RetrieverSettings
) -> Callable[[Any, Embedder], Retriever]:
    named = {"reranker": bench.reranker, "retrieved": bench.retrieved}
    given: dict[str, Any] = {name: value for name, value in named.items() if value is not None}
    build = baselines.retriever(chosen.system_name(), **given)
    scorer = cache(chosen.scorer)

    def compose(store: Any, embedder: Embedder) -> Retriever:
        return build(store, embedder, settings, scorer(embedder))

    return compose


def _asked(retriever: Retriever, chosen: Chosen) -> Ask:
    options = replace(chosen.options(), waits=True)
    return lambda question: retriever.retrieve(question.text, options)


def _own_graphs(chosen: Chosen, compose: Callable[[Any, Embedder], Retriever]) -> Ask:
    opened, options = over_own_graphs(chosen, compose), replace(chosen.options(), waits=True)

    def ask(question: GoldQuestion) -> Evidence:
        if question.graph is None:
            raise InvalidInput(f"The question {question.id!r} brings no graph, but others do.")
        return opened(question.graph).retrieve(question.text, options)

    return ask
