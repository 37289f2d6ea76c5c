"""What does a question cost? Python calls and round trips to the server, stage by stage.

    python benchmarks/question_cost.py [--graphs movies northwind] [--homes DIR] [--count 60]

Counts do not depend on the machine's load. Every question of ../shared/data/neo4j/questions is
asked once unmeasured, so that what is kept between questions is there; then each is asked, with one
more question mark so that its own vector is made anew, with the calls of Python functions counted
in every thread, the computing apart from the stages it runs beside, which look up some of the same;
then as users ask it, with one more (`all`); and once more for its milliseconds, uncounted. Prints
the medians as JSON.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from data.servers import indexed_server
from examples import answerable, homes

from steiner.embed import open_embedder
from steiner.retrieve.exact.computing import Computing
from steiner.retrieve.exploring import NamesFirst
from steiner.retrieve.pipeline import StagedRetriever
from steiner.retrieve.stage_contracts import Stages
from steiner.settings import (
    DEFAULT_EMBEDDER,
    DEFAULT_OPTIONS,
    ConnectionSettings,
    ExactSettings,
    RetrieverSettings,
)
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems.steiner import retriever

Row = dict[str, Any]
STAGES = ("read", "search", "expand", "score", "select", "pack")


class Counted(Neo4jConnection):
    """A connection that counts what it asks the server."""

    asked = 0

    def _timely(self, *given: Any) -> Any:
        self.asked += 1
        return super()._timely(*given)


class Meter:
    """Counts calls and round trips by the stage that runs."""

    def __init__(self, connection: Counted) -> None:
        self._connection = connection
        self.stage, self.counting = "", False
        self.calls: Counter[str] = Counter()
        self.trips: Counter[str] = Counter()
        threading.setprofile(self._called)
        sys.setprofile(self._called)

    def _called(self, _frame: object, event: str, _argument: object) -> None:
        if self.counting and event == "call":
            self.calls[self.stage] += 1

    @contextmanager
    def within(self, stage: str) -> Iterator[None]:
        """Count the block under `stage`."""
        before, asked, self.stage = self.stage, self._connection.asked, stage
        yield
        self.stage = before
        self.trips[stage] += self._connection.asked - asked

    def wrapped(self, stage: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return `work`, counted under `stage`."""

        def counted(*given: Any, **named: Any) -> Any:
            with self.within(stage):
                return work(*given, **named)

        return counted

    def taken(self) -> tuple[Counter[str], Counter[str]]:
        """Return what was counted since the last time."""
        found = self.calls, self.trips
        self.calls, self.trips = Counter(), Counter()
        return found


def opened(connection: Counted, mode: str, embedder: Any) -> StagedRetriever:
    """The default system, computing or not."""
    settings = RetrieverSettings(exact=ExactSettings(mode=mode))
    return retriever(Neo4jStore(connection), embedder, settings)


def measure(connection: Counted, questions: list[str]) -> dict[str, Row]:
    """Return the medians of each stage: calls, round trips, milliseconds."""
    embedder, meter = open_embedder(DEFAULT_EMBEDDER), Meter(connection)
    plain, whole = opened(connection, "off", embedder), opened(connection, "auto", embedder)
    for question in questions:
        whole.retrieve(question), plain.retrieve(question)
    spent = [whole.retrieve(question).milliseconds for question in questions]
    counted = [count(f"{question}?", plain, whole, meter) for question in questions]
    names = dict.fromkeys(name for calls, _ in counted for name in calls)
    table = {name: row(name, counted, spent) for name in names}
    every = [count_all(f"{question}??", whole, meter) for question in questions]
    return {**table, "all": row("all", every, [{"all": each["total"]} for each in spent])}


def count(
    question: str, plain: StagedRetriever, whole: StagedRetriever, meter: Meter
) -> tuple[Counter[str], Counter[str]]:
    """Count the stages of one question, then its computing."""
    stages = plain.stages
    plain.stages = metered(stages, meter)
    meter.counting = True
    with meter.within("embed"):
        plain.retrieve(question)
    with meter.within("exact"):
        compute = whole.stages.compute
        assert isinstance(compute, Computing)
        compute.timed(question, whole.store, DEFAULT_OPTIONS, lambda _: None)
    meter.counting, plain.stages = False, stages
    calls, trips = meter.taken()
    trips["embed"] -= sum(trips[name] for name in STAGES)
    return calls, trips


def count_all(
    question: str, whole: StagedRetriever, meter: Meter
) -> tuple[Counter[str], Counter[str]]:
    """Count one question as users ask it."""
    meter.counting = True
    with meter.within("all"):
        whole.retrieve(question)
    meter.counting = False
    return meter.taken()


def metered(stages: Stages, meter: Meter) -> Stages:
    """Return the stages, each of which is counted."""
    own: Row = {n: meter.wrapped(n, getattr(stages, n)) for n in ("read", "select", "pack")}
    explore = stages.explore
    assert isinstance(explore, NamesFirst)
    parts = {"settles": "score", "deepen": "expand", "widen": "expand"}
    parts |= {name: name for name in ("expand", "search", "score")}
    explore = replace(
        explore, **{n: meter.wrapped(part, getattr(explore, n)) for n, part in parts.items()}
    )
    return replace(stages, explore=explore, **own)


def row(
    name: str,
    counted: list[tuple[Counter[str], Counter[str]]],
    spent: Sequence[Mapping[str, float]],
) -> Row:
    """The medians of one stage."""
    return {
        "calls": statistics.median(calls[name] for calls, _ in counted),
        "round trips": statistics.median(trips[name] for _, trips in counted),
        "ms": round(statistics.median(each.get(name, 0.0) for each in spent), 1),
    }


def main() -> None:
    """Read the command line, count and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graphs", nargs="+", default=["movies", "northwind"])
    parser.add_argument("--homes", type=Path)
    parser.add_argument("--count", type=int, default=60)
    given = parser.parse_args()
    with homes(given.homes) as folder:
        for graph in given.graphs:
            asked = [str(each["question"]) for each in answerable(graph)][: given.count]
            with indexed_server(graph, folder) as settings:
                print(json.dumps({"graph": graph, **run(settings, asked)}))


def run(settings: ConnectionSettings, asked: list[str]) -> dict[str, Any]:
    """Measure over a connection of its own."""
    with closing(Counted(settings)) as connection:
        return {"questions": len(asked), **measure(connection, asked)}


if __name__ == "__main__":
    main()
