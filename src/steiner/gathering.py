"""Gathers what systems learn from: examples, chains and steps of thought, of a graph's answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steiner.chosen import Chosen
from steiner.embed import open_embedder
from steiner.errors import InvalidInput
from steiner.jobs import read_questions
from steiner.progress import Report
from steiner.session import retriever
from steiner.settings import ConnectionSettings, RetrieverSettings
from steiner.systems import SYSTEMS, trained_system
from steiner.train.data.collection import ExampleSource
from steiner.train.data.retrieved_graphs import LIVE, retrieval_record

if TYPE_CHECKING:
    from steiner.train.data.chains import Outcome

Gather = Callable[[ExampleSource[Any], Chosen, Path, Path, Mapping[str, str], Report], None]
"""Writes what a source makes of each line of a JSONL, as the chosen system retrieves it."""


def examples(
    connection: ConnectionSettings,
    chosen: Chosen,
    questions: Path,
    file: Path,
    report: Report,
    source: ExampleSource[Any] | None = None,
) -> list[Any]:
    """Return what the system learns of a JSONL; what it lacks is read from the graph, once.

    `source` makes the examples (None: that of the system's last training).
    """
    from steiner.train.data.collection import is_collected

    source = source or trained_system(chosen.system_name()).needs_training().data
    if is_collected(questions, source.field):
        return list(source.read(questions))
    made_of = described(connection, chosen)
    _gather_live(connection, source, chosen, questions, file, made_of, report)
    return list(source.read(file))


def _gather_live(
    connection: ConnectionSettings,
    source: ExampleSource[Any],
    chosen: Chosen,
    questions: Path,
    file: Path,
    made_of: Mapping[str, str],
    report: Report,
) -> None:
    from steiner.train.data.collection import collect

    with retriever(connection, chosen) as opened:
        collect(source, opened, questions, file, chosen.options(), made_of, report)


def chains(
    connection: ConnectionSettings,
    chosen: Chosen,
    questions: Path,
    output: Path,
    naive: bool,
    report: Report,
    gather: Gather | None = None,
    clues: bool = False,
) -> Outcome:
    """Write a chain for each question of a JSONL with answers, and say how it went.

    Each gets the graph that the chosen system retrieves. A language model writes the chains, or,
    where `chosen` names none, the default system's relation paths do. `gather` retrieves (None:
    from the live graph). `clues`: by Prompt 3 of Retrieval & Reasoning, with retrieved triples.
    """
    from steiner.generate.writer import open_text_model
    from steiner.train.data.chains import outcome, write_chains
    from steiner.train.data.collection import is_collected
    from steiner.train.data.path_chains import PathChains
    from steiner.train.data.reasoning_texts import ReasoningTexts
    from steiner.train.data.text_graphs import TextGraphs
    from steiner.train.data.thoughts import write_rationales

    gather = gather or partial(_gather_live, connection)
    model, own = chosen.language_model(), replace(chosen, model=None, system=None)
    if (naive or clues) and model in (None, "none"):
        asked = "--naive keeps the answer back from" if naive else "--clues are shown to"
        raise InvalidInput(f"{asked} a model: name one by --model.")
    graphs, made_of = questions, described(connection, chosen)
    source: ExampleSource[Any] = ReasoningTexts() if clues else TextGraphs()
    if not is_collected(questions, source.field):
        graphs = output.with_suffix(".graphs.jsonl")
        gather(source, chosen, questions, graphs, made_of, report)
    if clues:
        write_rationales(graphs, output, open_text_model(str(model)), made_of, report)
    elif model in (None, "none"):
        gather(PathChains(), own, graphs, output, made_of, report)
    else:
        write_chains(graphs, output, open_text_model(str(model)), made_of, naive, report)
    return outcome(read_questions(output))


def steps(chosen: Chosen, questions: Path, output: Path, kind: str, report: Report) -> int:
    """Write steps of a chain of thought for each question of a JSONL; return how many have none.

    The language model that is chosen writes them; see `steiner.train.data.thoughts`.
    """
    from steiner.generate.writer import open_text_model
    from steiner.train.data.thoughts import write_steps

    model = chosen.language_model()
    if model in (None, "none"):
        raise InvalidInput("A model writes the steps: name one by --model.")
    most = chosen.settings().triples.steps
    return write_steps(questions, output, open_text_model(str(model)), kind, most, {}, report)


def _embedder_name(chosen: Chosen) -> str:
    named = chosen.embedder or ""
    return named if isinstance(named, str) else open_embedder(named).name


def described(connection: ConnectionSettings, chosen: Chosen) -> dict[str, str]:
    """Say in words what retrieved lines are made of, beside their questions."""
    return {
        "server": connection.uri,
        "database": connection.database or "",
        "user": connection.impersonated or connection.username,
        "system": chosen.system_name(),
        "embedder": _embedder_name(chosen),
        "budget": str(chosen.settings().text.budget),
        "hops": str(chosen.settings().expand.hops),
        "settings": str(chosen.retrieval or ""),
        "retrieval": json.dumps(live_retrieval(chosen)),
        "where": str(chosen.where) if chosen.where else "",
        "model": str(chosen.model or ""),
        "content of models and files": "".join(chosen.contents()),
    }


def live_retrieval(chosen: Chosen) -> dict[str, Any]:
    """Return in JSON types how the chosen system retrieves from a live graph."""
    system = SYSTEMS.get(chosen.system_name())
    own = system.own if system else RetrieverSettings()
    return retrieval_record(LIVE, chosen.settings().over(own))
