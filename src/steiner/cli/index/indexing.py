"""`steiner index`, `status`, `unindex`, `doctor`."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from itertools import chain, repeat
from typing import Any

import click

from steiner.cli.index.index_options import building
from steiner.cli.index.status_lines import status_lines
from steiner.cli.options import ERRORS, OUT, connected, write_json
from steiner.index import live_index
from steiner.index.live_index import IndexBuild
from steiner.index.refresh.watch import Look, watch
from steiner.lexicon.live_notes import fitting_notes
from steiner.progress import Bars
from steiner.session import index_systems
from steiner.settings import ConnectionSettings, RetrieverSettings


@click.command()
@connected
@building
@click.option("--system", help="Index what this system needs besides, such as walks or triples.")
@click.option(
    "--settings",
    "settings_file",
    type=click.Path(exists=True, dir_okay=False),
    help="TOML file; `[walks]` or `[triples]` says what is indexed.",
)
@click.option(
    "--notes",
    "notes_file",
    type=click.Path(exists=True, dir_okay=False),
    help="TOML file of notes on the schema: synonyms, sides, words for values (docs/notes.md).",
)
@click.option(
    "--watch",
    "seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Stay, look at the graph every SECONDS, and refresh when something has changed.",
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Say how many texts and tokens would be embedded, and write nothing.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def index(
    connection: ConnectionSettings,
    build: IndexBuild,
    dry_run: bool,
    seconds: float | None,
    notes_file: str | None,
    **shown: Any,
) -> None:
    """Index the graph, or bring its index up to date. Safe to stop: it goes on where it was.

    What was chosen the last time is chosen again, unless other options are given.
    """
    if notes_file:  # Refused before anything is embedded.
        build = replace(build, notes=fitting_notes(connection, notes_file))
    if dry_run:
        _cost(connection, build, shown["as_json"])
    elif seconds is None:
        _index(connection, build, **shown)
    else:
        _watch(connection, build, seconds, shown)


def _cost(connection: ConnectionSettings, build: IndexBuild, as_json: bool) -> None:
    cost = live_index.index_cost(connection, build, ERRORS)
    if as_json:
        write_json(asdict(cost))
    else:
        OUT.print(
            f"Would embed {cost.texts:,} texts of some {cost.tokens:,} tokens (characters / 4). "
            f"Nothing was written.",
            markup=False,
            soft_wrap=True,
        )


def _watch(
    connection: ConnectionSettings, build: IndexBuild, seconds: float, shown: Mapping[str, Any]
) -> None:
    # What is made anew, forgotten and noted is so once, at the first run.
    again = replace(build, rebuild=False, everything=False, notes=None)
    # A refresh is small: it needs no Ray.
    again = replace(again, engine=live_index.ENGINES[0], workers=None)
    builds = chain([build], repeat(again))
    watch(
        partial(live_index.index_store, connection),
        lambda: _index(connection, next(builds), **shown),
        Look(build.updated),
        partial(time.sleep, seconds),
        lambda text: ERRORS.print(text, markup=False, soft_wrap=True),
    )


def _index(
    connection: ConnectionSettings,
    build: IndexBuild,
    system: str | None,
    settings_file: str | None,
    as_json: bool,
) -> None:
    retrieval = RetrieverSettings.from_file(settings_file) if settings_file else None
    record = live_index.build_index(connection, build, ERRORS)
    with Bars(ERRORS) as bars:
        besides = index_systems(connection, system, retrieval, bars)
    if as_json:
        write_json(live_index.record_json(record))
    else:
        OUT.print(
            f"Indexed {record.nodes:,} nodes, {record.relationships:,} relationships with "
            f"text and {record.relations:,} relation texts with {record.model}.",
            markup=False,
            soft_wrap=True,
        )
        for text in besides:
            OUT.print(text, markup=False, soft_wrap=True)


@click.command()
@connected
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def status(connection: ConnectionSettings, as_json: bool) -> None:
    """Show what is indexed."""
    status = live_index.index_status(connection)
    if as_json:
        write_json(status)
    else:
        for line in status_lines(status):
            OUT.print(line, markup=False, soft_wrap=True)


@click.command()
@connected
def unindex(connection: ConnectionSettings) -> None:
    """Remove everything that steiner wrote; the graph is as it was before."""
    live_index.remove_index(connection, ERRORS)
    OUT.print("The graph is as it was before indexing.")


@click.command()
@connected
def doctor(connection: ConnectionSettings) -> None:
    """Check connection, version, rights and indexes, and say how to mend what is wrong."""
    from steiner.doctor import examine

    findings = list(examine(connection))
    for finding in findings:
        OUT.print(
            f"[{'green' if finding.well else 'red'}]{'ok ' if finding.well else 'bad'}[/] ", end=""
        )
        OUT.print(f"{finding.subject}: {finding.text}", markup=False, soft_wrap=True)
    if not all(finding.well for finding in findings):
        sys.exit(1)
