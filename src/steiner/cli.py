"""The command line: `steiner index`, `status`, `unindex`, `ask`, `retrieve`, `doctor`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from steiner import session
from steiner.bulk import retrieve_many
from steiner.errors import InvalidInput, SteinerError
from steiner.index.progress import Bars
from steiner.settings import ConnectionSettings, IndexSettings, LabelChoice
from steiner.systems import DEFAULT_SYSTEM
from steiner.where import Where, parse_condition

OUT = Console(highlight=False, emoji=False)
ERRORS = Console(stderr=True, highlight=False, emoji=False)
_CONNECTION = ("uri", "username", "password", "database")

Command = Callable[..., Any]


def connected(command: Command) -> Command:
    """Add the connection's options; the command gets them as `connection`."""

    @wraps(command)
    def run(**options: Any) -> Any:
        context = click.get_current_context()
        outer: Mapping[str, Any] = context.obj or {}
        given = {name: options.pop(name) or outer.get(name) for name in _CONNECTION}
        chosen = {name: options.pop(name) for name in ("timeout", "plugin", "impersonated")}
        connection = ConnectionSettings.from_environment(**given)
        return command(connection=replace(connection, **chosen), **options)

    run = click.option(
        "--plugin/--no-plugin", default=True, help="Use the server plugin where it is installed."
    )(run)
    run = click.option(
        "--as-user", "impersonated", default="", help="Impersonate this user (Neo4j Enterprise)."
    )(run)
    return _connection_options(
        click.option(
            "--timeout",
            type=click.FloatRange(min=0, min_open=True),
            default=30.0,
            show_default=True,
            help="Seconds that one query may take.",
        )(run)
    )


def _connection_options(command: Command) -> Command:
    helps = {
        "uri": "Address of the server [NEO4J_URI, bolt://localhost:7687].",
        "username": "User [NEO4J_USERNAME, neo4j].",
        "password": "Password [NEO4J_PASSWORD].",
        "database": "Database [NEO4J_DATABASE, neo4j].",
    }
    for name in reversed(_CONNECTION):
        command = click.option(f"--{name}", help=helps[name])(command)
    return command


def retrieving(command: Command) -> Command:
    """Add the retriever's options; the command gets them as `chosen`."""

    @wraps(command)
    def run(**options: Any) -> Any:
        names = ("system", "embedder", "budget", "hops")
        where = _where(options.pop("conditions"), options.pop("labels"), options.pop("types"))
        chosen = session.Chosen(**{name: options.pop(name) for name in names}, where=where)
        return command(chosen=chosen, **options)

    for option in (
        click.option(
            "--where",
            "conditions",
            multiple=True,
            metavar="CONDITION",
            help="See only nodes such as `tenant = acme`, relationships with `r.`: `r.since > 2000`"
            " (repeatable).",
        ),
        click.option(
            "--only-type", "types", multiple=True, help="Follow only this relationship type."
        ),
        click.option("--only-label", "labels", multiple=True, help="See only nodes of this label."),
        click.option(
            "--hops",
            type=click.IntRange(0, 6),
            default=2,
            show_default=True,
            help="Reach of the neighbourhood.",
        ),
        click.option(
            "--budget",
            type=click.IntRange(min=1),
            default=512,
            show_default=True,
            help="Tokens of evidence.",
        ),
        click.option("--embedder", help="Encoder, name or folder [the index's]."),
        click.option("--system", default=DEFAULT_SYSTEM, show_default=True, help="The retriever."),
    ):
        run = option(run)
    return run


def _where(conditions: tuple[str, ...], labels: tuple[str, ...], types: tuple[str, ...]) -> Where:
    on_relationships = [text for text in conditions if text.startswith("r.")]
    return Where(
        labels=labels,
        types=types,
        nodes=tuple(parse_condition(c) for c in conditions if c not in on_relationships),
        relationships=tuple(parse_condition(c[2:]) for c in on_relationships),
    )


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@_connection_options
@click.version_option(package_name="steiner")
@click.pass_context
def cli(context: click.Context, /, **connection: Any) -> None:
    """Answers questions over a Neo4j graph and proves each with the subgraph it came from."""
    context.obj = connection


@cli.command()
@connected
@click.option("--embedder", help="Encoder, name or folder [all-MiniLM-L6-v2].")
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
    help="Read only these properties of a label.",
)
@click.option("--rebuild", is_flag=True, help="Remove the index first.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def index(
    connection: ConnectionSettings,
    embedder: str | None,
    labels: tuple[str, ...],
    rebuild: bool,
    as_json: bool,
    **choices: tuple[str, ...],
) -> None:
    """Index the graph, or bring its index up to date. Safe to stop: it goes on where it was."""
    settings = IndexSettings(labels=labels, choices=_choices(**choices))
    record = session.build_index(connection, embedder, settings, rebuild, ERRORS)
    if as_json:
        OUT.print_json(json.dumps(session.record_json(record)))
    else:
        OUT.print(
            f"Indexed {record.nodes:,} nodes, {record.relationships:,} relationships with "
            f"text and {record.relations:,} relation texts with {record.model}.",
            markup=False,
            soft_wrap=True,
        )


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


@cli.command()
@connected
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def status(connection: ConnectionSettings, as_json: bool) -> None:
    """Show what is indexed."""
    found = session.index_status(connection)
    if as_json:
        OUT.print_json(json.dumps(found))
    else:
        for name, value in found.items():
            OUT.print(f"{name:>14}  {value}", markup=False, soft_wrap=True)


@cli.command()
@connected
def unindex(connection: ConnectionSettings) -> None:
    """Remove everything that steiner wrote; the graph is as it was before."""
    session.remove_index(connection, ERRORS)
    OUT.print("The graph is as it was before indexing.")


@cli.command()
@click.argument("question")
@connected
@retrieving
@click.option("--seed", "seeds", multiple=True, help="A name or key to start from (repeatable).")
@click.option("--model", help="Local model, name or folder; `none` gives the evidence only.")
@click.option("--evidence", is_flag=True, help="Show all of the evidence, not the proof alone.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def ask(
    connection: ConnectionSettings,
    chosen: session.Chosen,
    question: str,
    seeds: tuple[str, ...],
    model: str | None,
    evidence: bool,
    as_json: bool,
) -> None:
    """Answer QUESTION with the subgraph that proves it."""
    from steiner.render import answer_json, answer_tree

    answer = session.ask(connection, question, chosen, seeds, model)
    if as_json:
        OUT.print_json(json.dumps(answer_json(answer)))
    else:
        OUT.print(answer_tree(answer, whole=evidence))


@cli.command()
@click.argument("question", required=False)
@connected
@retrieving
@click.option("--seed", "seeds", multiple=True, help="A name or key to start from (repeatable).")
@click.option("--questions", type=click.Path(path_type=Path), help="JSONL with `question` a line.")
@click.option("--output", type=click.Path(path_type=Path), help="Where the JSONL is written.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def retrieve(
    connection: ConnectionSettings,
    chosen: session.Chosen,
    question: str | None,
    seeds: tuple[str, ...],
    questions: Path | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Retrieve the evidence for QUESTION, or for every line of --questions."""
    from steiner.render import evidence_json, evidence_tree

    if (question is None) == (questions is None) or (questions is None) != (output is None):
        raise InvalidInput("Give either a QUESTION, or --questions IN.jsonl --output OUT.jsonl.")
    with session.retriever(connection, chosen) as retriever:
        if questions is not None and output is not None:
            asked = f"{connection.uri} {connection.database} {chosen}"
            with Bars(ERRORS) as bars:
                failed = retrieve_many(retriever, asked, questions, output, bars, chosen.where)
            if failed:
                text = f"{failed} lines hold an error instead of evidence: see {output}."
                ERRORS.print(text, markup=False, soft_wrap=True)
            return
        evidence = retriever.retrieve(question or "", seeds, chosen.where)
    if as_json:
        OUT.print_json(json.dumps(evidence_json(evidence)))
    else:
        OUT.print(evidence.text, markup=False, soft_wrap=True)
        OUT.print(evidence_tree(evidence))


@cli.command()
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


def main() -> None:
    """Run the command line; an expected error ends in one message, not a stack trace."""
    try:
        cli(standalone_mode=False)
    except SteinerError as error:
        ERRORS.print(f"[bold red]{type(error).__name__}[/]: ", end="")
        ERRORS.print(str(error), markup=False, soft_wrap=True)
        sys.exit(1)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        ERRORS.print("Stopped. Run the same command again: it goes on where it was.")
        sys.exit(130)
