"""Opens connections, retrievers and generators for the command line and the integrations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from steiner.answer import Answer
from steiner.calls.background import begun, together
from steiner.calls.stopping import at_leisure
from steiner.chosen import DEFAULT, Chosen
from steiner.display import notebook  # noqa: F401 - Jupyter shows what a session returns.
from steiner.embed import OnnxEmbedder, named_embedder, open_embedder
from steiner.errors import InvalidInput, SteinerError
from steiner.generate import Generator
from steiner.generate.grounding.decline import check_share, declined
from steiner.generate.until_failure import answered
from steiner.index.check import PROBE, check_index
from steiner.progress import Report
from steiner.retrieve.pipeline import Retriever
from steiner.settings import (
    DEFAULT_EMBEDDER,
    DEFAULT_OPTIONS,
    DOUBT,
    ConnectionSettings,
    Options,
    PriceSettings,
    RetrieverSettings,
)
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems import SYSTEMS, find_system, system_of
from steiner.text import quarter_characters

if TYPE_CHECKING:
    from steiner.generate.writer import TextModel


def open_retriever(
    connection: ConnectionSettings, chosen: Chosen = DEFAULT, driver: Any = None
) -> Retriever:
    """Open the chosen system on a live graph, with a connection that stays open.

    A `driver` of neo4j's that is handed in is used, with the database of `connection`.
    Raises IndexMissing where the graph is not indexed or an index cannot be queried, and
    IndexMismatch where it was made with another model.
    """
    opened = Neo4jConnection(connection, driver)
    try:
        return _retriever(opened, chosen)
    except BaseException:
        opened.close()
        raise


@contextmanager
def retriever(connection: ConnectionSettings, chosen: Chosen) -> Iterator[Retriever]:
    """Open the chosen system on a live graph for the length of the block."""
    with closing(Neo4jConnection(connection)) as opened:
        yield _retriever(opened, chosen)


def systems_beside(opened: Any, chosen: Chosen) -> dict[str, Any]:
    """Return `opened`, a chosen system's retriever, and the others over its store, by name.

    What they retrieve by default, without what is trained; one whose index is missing says so when
    it is asked.
    """
    own, settings = chosen.system_name(), replace(chosen, model=None).settings()
    others = {
        name: system.retriever(opened.store, opened.embedder, settings, None)
        for name, system in SYSTEMS.items()
        if name != own
    }
    return {own: opened, **others}


def planning(opened: Any, options: Options = DEFAULT_OPTIONS) -> tuple[Callable[[], None], ...]:
    """Return what lets the server plan what questions ask; nobody waits for its answers.

    Else the first visitor would wait: seconds, where the server has just started. The statement of
    all hops at once takes longest to plan, and needs a name of this graph: it is asked of any node,
    and comes last. Each statement has ten minutes: what is not planned in time is thrown away.
    """

    def one_hop() -> None:
        opened.retrieve(PROBE, options)

    def all_hops() -> None:
        opened.asked(PROBE, options).expand([0], opened.settings.expand)

    return partial(_unawaited, one_hop), partial(_unawaited, all_hops)


def planned(opened: Any, options: Options = DEFAULT_OPTIONS) -> None:
    """Let the server plan what questions ask, one thing after the other."""
    for work in planning(opened, options):
        work()


def _unawaited(work: Callable[[], None]) -> None:
    with suppress(SteinerError), at_leisure():
        work()


def _retriever(connection: Neo4jConnection, chosen: Chosen) -> Retriever:
    system = find_system(chosen.system_name())
    store = Neo4jStore(connection)
    record = store.record()
    embedder = open_embedder(chosen.embedder or (record.model if record else DEFAULT_EMBEDDER))
    if isinstance(embedder, OnnxEmbedder):
        begun(embedder.prepare)  # Nobody waits for it but the first text that is embedded.
    together(partial(check_index, store, embedder), store.check_online)
    return system.retriever(store, embedder, chosen.settings(), chosen.scorer(embedder))


def index_systems(
    connection: ConnectionSettings,
    system: str | None,
    settings: RetrieverSettings | None,
    report: Report,
) -> list[str]:
    """Index what `system` needs beside the graph's index, and renew what others have; say what.

    Without `settings` it is indexed as the last time, or as its paper does. Raises IndexMissing
    where the graph is not indexed.
    """
    asked = find_system(system) if system else None
    with closing(Neo4jConnection(connection)) as opened:
        store = Neo4jIndexStore(opened)
        with store.owned():
            record = store.record()
            embedder = named_embedder(record.model if record else DEFAULT_EMBEDDER)
            done = []
            for each in SYSTEMS.values():
                if each.index:
                    text = each.index(store, embedder, settings if each is asked else None, report)
                    if each is asked and not text:
                        text = each.index(store, embedder, RetrieverSettings(), report)
                    done += [text] if text else []
    return done


def open_generator(chosen: Chosen = DEFAULT) -> Generator:
    """Open what writes answers: a trained generator, a chat model, or a local language model.

    "none", or no name, gives the answer set and its proof as they stand. Raises InvalidInput
    where two generators are named.
    """
    name, artefact = chosen.language_model(), chosen.trained()
    trained = system_of(artefact) if artefact else None
    writes = trained.trained_as(artefact).generator if artefact and trained else None
    if artefact is None or trained is None or writes is None:
        system = SYSTEMS.get(chosen.system_name())
        if system and system.reason and name not in (None, "none"):
            return system.reason(str(name), chosen.settings())
        return _language_model(name, chosen.settings().prices)
    if name is not None:
        raise InvalidInput(
            f"{artefact.folder} writes answers itself, as does {name!r}. Leave one of them out."
        )
    return writes(trained.load(artefact), chosen.settings())


def open_rewriter(name: str | None) -> TextModel | None:
    """Open the language model that makes follow-up questions stand alone; None for none."""
    from steiner.generate.writer import open_text_model

    return open_text_model(name) if name else None


def _language_model(name: str | None, prices: PriceSettings) -> Generator:
    from steiner.generate.chat import is_chat_model, open_chat_model
    from steiner.generate.evidence_only import EvidenceOnly

    if name is None or name == "none":
        return EvidenceOnly()
    if is_chat_model(name):
        return open_chat_model(name, prices)
    from steiner.generate.local import LocalGenerator

    return LocalGenerator(name)


def ask(
    connection: ConnectionSettings,
    question: str,
    chosen: Chosen = DEFAULT,
    seeds: Sequence[str] = (),
    decline_below: float = DOUBT,
    choose: int = 0,
) -> Answer:
    """Retrieve the evidence for `question` and answer from it.

    `choose`: which of the readings that it was answered with before is meant (`Options.choose`).
    Where its confidence is less than `decline_below` (0 to 1) the answer is that there seems to
    be none, with what came nearest. An error of the model has the evidence (`SteinerError`).
    """
    check_share(decline_below)
    generator = open_generator(chosen)
    # The budget is the model's, so its own tokenizer counts.
    counts = getattr(generator, "count_tokens", quarter_characters)
    options = replace(chosen.options(), seeds=seeds, count_tokens=counts, choose=choose)
    with retriever(connection, chosen) as opened:
        evidence = opened.retrieve(question, options)
        none = declined(question, evidence, decline_below)
        return none or answered(generator, question, evidence)
