"""`steiner index`, `status`, `unindex`, `doctor`."""

from __future__ import annotations

import json
import sys

import click

from steiner.cli.options import ERRORS, OUT, connected
from steiner.cli.status_lines import status_lines
from steiner.embed import BACKENDS
from steiner.errors import InvalidInput
from steiner.index import live_index
from steiner.progress import Bars
from steiner.session import index_systems
from steiner.settings import ConnectionSettings, IndexSettings, LabelChoice, RetrieverSettings


@click.command()
@connected
@click.option("--embedder", help="Encoder, name or folder [all-MiniLM-L6-v2].")
@click.option(
    "--backend",
    type=click.Choice(BACKENDS),
    help="What runs the encoder, questions' too [torch, or the index's].",
)
@click.option("--label", "labels", multiple=True, help="Index only this label (repeatable).")
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="LABEL=PROPERTY",
    help="The property that names nodes of a label.",
)
@click.option(
    "--alias",
    "aliases",
    multiple=True,
    metavar="LABEL=PROPERTY",
    help="A property that holds other names.",
)
@click.option(
    "--property",
    "properties",
    multiple=True,
    metavar="LABEL=PROPERTY",
    help="Read and show only these properties of a label, and its name.",
)
@click.option(
    "--filter",
    "filters",
    multiple=True,
    metavar="PROPERTY",
    help="Filter by this property inside the vector index (Neo4j 2026.02 or newer).",
)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Forget the labels, names, aliases, properties and filters chosen before.",
)
@click.option("--system", help="Index what this system needs besides, such as walks or triples.")
@click.option(
    "--settings",
    "settings_file",
    type=click.Path(exists=True, dir_okay=False),
    help="TOML file; `[walks]` or `[triples]` says what is indexed.",
)
@click.option("--rebuild", is_flag=True, help="Remove the index first.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def index(
    connection: ConnectionSettings,
    embedder: str | None,
    backend: str | None,
    labels: tuple[str, ...],
    filters: tuple[str, ...],
    system: str | None,
    settings_file: str | None,
    rebuild: bool,
    everything: bool,
    as_json: bool,
    **choices: tuple[str, ...],
) -> None:
    """Index the graph, or bring its index up to date. Safe to stop: it goes on where it was.

    What was chosen the last time is chosen again, unless other options are given.
    """
    settings = IndexSettings(labels=labels, choices=_choices(**choices), filters=filters)
    retrieval = RetrieverSettings.from_file(settings_file) if settings_file else None
    record = live_index.build_index(
        connection, embedder, settings, rebuild, ERRORS, everything, backend
    )
    with Bars(ERRORS) as bars:
        besides = index_systems(connection, system, retrieval, bars)
    if as_json:
        OUT.print_json(json.dumps(live_index.record_json(record)))
    else:
        OUT.print(
            f"Indexed {record.nodes:,} nodes, {record.relationships:,} relationships with "
            f"text and {record.relations:,} relation texts with {record.model}.",
            markup=False,
            soft_wrap=True,
        )
        for text in besides:
            OUT.print(text, markup=False, soft_wrap=True)


def _choices(
    names: tuple[str, ...], aliases: tuple[str, ...], properties: tuple[str, ...]
) -> dict[str, LabelChoice]:
    named = {k: v[-1] for k, v in _pairs("--name", names).items()}
    other, read = _pairs("--alias", aliases), _pairs("--property", properties)
    return {
        label: LabelChoice(named.get(label), other.get(label), read.get(label))
        for label in {**named, **other, **read}
    }


def _pairs(option: str, given: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    pairs: dict[str, tuple[str, ...]] = {}
    for text in given:
        label, equals, value = text.partition("=")
        if not (label and equals and value):
            raise InvalidInput(f"{option} expects LABEL=PROPERTY, got {text!r}.")
        pairs[label] = (*pairs.get(label, ()), value)
    return pairs


@click.command()
@connected
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def status(connection: ConnectionSettings, as_json: bool) -> None:
    """Show what is indexed."""
    status = live_index.index_status(connection)
    if as_json:
        OUT.print_json(json.dumps(status))
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
