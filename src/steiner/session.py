"""Opens connections, retrievers and generators for the command line and the integrations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from steiner.artefact import is_artefact
from steiner.embed import Embedder, open_embedder
from steiner.errors import InvalidInput
from steiner.filters import EVERYTHING, Filter
from steiner.generate import Generator
from steiner.generate.decline import check_share, declined
from steiner.graph import Answer
from steiner.index.check import check_index
from steiner.progress import Report
from steiner.retrieve.pipeline import StagedRetriever
from steiner.settings import (
    DEFAULT_EMBEDDER,
    ConnectionSettings,
    ExpandSettings,
    Options,
    RetrieverSettings,
    TextSettings,
)
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems import DEFAULT_SYSTEM, steiner, system, trained_system
from steiner.text import quarter_characters

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the caller chose: system, embedder (None: the index's), token budget, hops, filter.

    `scorer`: folder of a trained path scorer, of the system steiner.
    """

    system: str = DEFAULT_SYSTEM
    embedder: str | None = None
    budget: int = 512
    hops: int = 2
    where: Filter = EVERYTHING
    scorer: str | None = None

    def settings(self) -> RetrieverSettings:
        """Return the stages' settings."""
        return RetrieverSettings(
            expand=ExpandSettings(hops=self.hops), text=TextSettings(budget=self.budget)
        )


DEFAULT = Chosen()


def open_retriever(connection: ConnectionSettings, chosen: Chosen = DEFAULT) -> StagedRetriever:
    """Open the chosen system on a live graph, with a connection that stays open.

    Raises IndexMissing where the graph is not indexed or an index cannot be queried, and
    IndexMismatch where it was made with another model.
    """
    opened = Neo4jConnection(connection)
    try:
        return _retriever(opened, chosen)
    except BaseException:
        opened.close()
        raise


@contextmanager
def retriever(connection: ConnectionSettings, chosen: Chosen) -> Iterator[StagedRetriever]:
    """Open the chosen system on a live graph for the length of the block."""
    with closing(Neo4jConnection(connection)) as opened:
        yield _retriever(opened, chosen)


def _retriever(connection: Neo4jConnection, chosen: Chosen) -> StagedRetriever:
    build = system(chosen.system)
    store = Neo4jStore(connection)
    record = store.record()
    model = record.model if record else DEFAULT_EMBEDDER
    embedder = open_embedder(chosen.embedder or model)
    check_index(store, embedder)
    store.check_online()
    return with_scorer(build(store, embedder, chosen.settings()), embedder, chosen)


def with_scorer(opened: R, embedder: Embedder, chosen: Chosen) -> R | StagedRetriever:
    """Return the retriever with the chosen scorer, if any.

    Raises InvalidInput for a folder that is none, or a system that has no use for it.
    """
    if chosen.scorer is not None:
        if chosen.system != DEFAULT_SYSTEM or not isinstance(opened, StagedRetriever):
            raise InvalidInput(
                f"A scorer belongs to the system {DEFAULT_SYSTEM!r}, not to {chosen.system!r}. "
                f"Leave it out, or name that system."
            )
        scorer = steiner.scorer(chosen.scorer, embedder)
        return steiner.retriever(opened.store, embedder, opened.settings, scorer)
    return opened


def examples(
    connection: ConnectionSettings, chosen: Chosen, questions: Path, file: Path, report: Report
) -> list[Any]:
    """Return what the system learns of a JSONL; what it lacks is read from the graph, once."""
    from steiner.train.live import examples_of, is_collected

    lessons = trained_system(chosen.system).lessons()
    if is_collected(questions, lessons.field):
        return list(lessons.read(questions))
    with retriever(connection, chosen) as opened:
        asked = f"{connection.uri} {connection.database} {chosen}"
        return examples_of(lessons, opened, asked, questions, file, report, chosen.where)


def open_generator(model: str | None) -> Generator:
    """Open a model: a folder that `steiner train` made, or a local language model.

    "none", or None where no model is installed, gives evidence only.
    """
    from steiner.generate.evidence_only import EvidenceOnly

    if model and is_artefact(model):
        trained: Generator = trained_system("g-retriever").generator(model)
        return trained

    if model == "none" or (model is None and find_spec("transformers") is None):
        return EvidenceOnly()
    from steiner.generate.local import LocalGenerator

    return LocalGenerator(model) if model else LocalGenerator()


def ask(
    connection: ConnectionSettings,
    question: str,
    chosen: Chosen = DEFAULT,
    seeds: Sequence[str] = (),
    model: str | None = None,
    decline_below: float = 0.0,
) -> Answer:
    """Retrieve the evidence for `question` and answer from it.

    Where its confidence is less than `decline_below` (0 to 1) the answer is that there is none.
    """
    check_share(decline_below)
    generator = open_generator(model)
    with retriever(connection, chosen) as opened:
        # The budget is the model's, so its own tokenizer counts.
        counts = getattr(generator, "count_tokens", quarter_characters)
        options = Options(seeds, chosen.where, count_tokens=counts)
        evidence = opened.retrieve(question, options)
        none = declined(question, evidence, decline_below)
        return none or generator.answer(question, evidence)
