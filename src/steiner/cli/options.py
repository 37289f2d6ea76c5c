"""Options that several commands share: the connection, the retriever."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

from steiner.errors import InvalidInput

if TYPE_CHECKING:
    from steiner.evaluate.published_lines import PublishedLines
    from steiner.filters import Filter
    from steiner.settings import RetrieverSettings

_WHOLE = 10_000
"""Characters of a line that a file or another program gets; a terminal's lines are wrapped."""
OUT = Console(highlight=False, emoji=False, width=None if sys.stdout.isatty() else _WHOLE)
ERRORS = Console(stderr=True, highlight=False, emoji=False)
_CONNECTION = (
    *("uri", "username", "password", "database"),
    *("bearer", "kerberos", "certificate", "certificate_key"),
)

Command = Callable[..., Any]


def write_json(value: Any) -> None:
    """Write `value` for programs: never coloured, and in letters that the console has."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    click.echo(json.dumps(value, indent=2, ensure_ascii=not unicode))


def write_any_letter() -> None:
    """Write letters that the console lacks (cp1252 has no "ő") by their numbers, and go on."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # Tests and notebooks have others.
            stream.reconfigure(errors="backslashreplace")


def connected(command: Command) -> Command:
    """Add the connection's options; the command gets them as `connection`."""

    @wraps(command)
    def run(**options: Any) -> Any:
        from steiner.settings import ConnectionSettings

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
    return connection_options(
        click.option(
            "--timeout",
            type=click.FloatRange(min=0, min_open=True),
            default=30.0,
            show_default=True,
            help="Seconds that a question may take in all, and any other query.",
        )(run)
    )


def connection_options(command: Command) -> Command:
    helps = {
        "uri": "Address of the server [NEO4J_URI, bolt://localhost:7687].",
        "username": "User [NEO4J_USERNAME, neo4j].",
        "password": "Password [NEO4J_PASSWORD].",
        "bearer": "Token of single sign-on, in place of a password [NEO4J_BEARER].",
        "kerberos": "Ticket of Kerberos in base64, in place of a password [NEO4J_KERBEROS].",
        "certificate": "File of the client's certificate [NEO4J_CERTIFICATE].",
        "certificate_key": "File of its private key [NEO4J_CERTIFICATE_KEY].",
        "database": "Database [NEO4J_DATABASE, the account's home database].",
    }
    options = {"certificate": "client-certificate", "certificate_key": "client-key"}
    for name in reversed(_CONNECTION):
        option = options.get(name, name)
        command = click.option(f"--{option}", name, help=helps[name])(command)
    return command


_RETRIEVING = (
    click.option(
        "--where",
        "conditions",
        multiple=True,
        metavar="CONDITION",
        help="See only nodes such as `tenant = acme`, relationships with `r.`: `r.since > 2000`"
        " (repeatable).",
    ),
    click.option("--only-type", "types", multiple=True, help="Follow only this relationship type."),
    click.option("--only-label", "labels", multiple=True, help="See only nodes of this label."),
    click.option(
        "--hops",
        type=click.IntRange(0, 6),
        help="Reach of the neighbourhood [2].",
    ),
    click.option(
        "--budget",
        type=click.IntRange(min=1),
        help="Tokens of evidence [512].",
    ),
    click.option(
        "--settings",
        "settings_file",
        type=click.Path(exists=True, dir_okay=False),
        help="TOML file with a table for each stage of retrieval: `[paths]`, `hops = 2`.",
    ),
    click.option(
        "--exact",
        "mode",
        type=click.Choice(("auto", "only", "off")),
        help="Answers that the database computes: where the reading is sure, always, never [auto].",
    ),
    click.option(
        "--reader",
        help="Language model, `provider:name` or a local one, that reads what to compute where "
        "the rules are not sure; it never writes Cypher.",
    ),
    click.option(
        "--ask-reader",
        type=click.Choice(("unsure", "always")),
        help="When the reader is asked: where the rules are not sure, or always [unsure].",
    ),
    click.option(
        "--examples",
        type=click.Path(exists=True, dir_okay=False),
        help="JSONL of your own questions with `cypher` that answers them: the reader is shown the "
        "three nearest to a question.",
    ),
    click.option("--embedder", help="Encoder, name or folder [the index's]."),
    click.option(
        "--model",
        multiple=True,
        help="What `steiner train` made: a folder, which says itself what it is. Or a language "
        "model: a name or folder, or `provider:name`. Both: repeat it. Without one the "
        "answer set and its proof are written as they stand.",
    ),
    click.option("--system", help="The retriever [the trained model's, or steiner]."),
)


def retrieving(command: Command) -> Command:
    """Add the retriever's options; the command gets them as `chosen`."""

    @wraps(command)
    def run(**options: Any) -> Any:
        from steiner.chosen import Chosen

        where = _where(*(options.pop(name) for name in ("conditions", "labels", "types")))
        said = ("mode", "reader", "ask_reader", "examples")
        exact = {name: value for name in said if (value := options.pop(name))}
        retrieval = _retrieval(options.pop("settings_file"), exact)
        names = ("system", "embedder", "budget", "hops", "model")
        given = {name: options.pop(name) for name in names}
        return command(chosen=Chosen(**given, where=where, retrieval=retrieval), **options)

    for option in _RETRIEVING:
        run = option(run)
    return run


def _retrieval(file: str | None, said: Mapping[str, Any]) -> RetrieverSettings | None:
    """Return the settings of a file with what options say of exact answers; None without both."""
    from steiner.settings import RetrieverSettings

    retrieval = RetrieverSettings.from_file(file) if file else None
    if said:
        retrieval = retrieval or RetrieverSettings()
        retrieval = replace(retrieval, exact=replace(retrieval.exact, **said))
    return retrieval


choosing = click.option(
    "--choose",
    type=click.IntRange(min=1),
    metavar="NUMBER",
    help="Which of the readings that were offered is meant: 1, 2 or 3.",
)

rewriting = click.option(
    "--rewrite-with",
    metavar="MODEL",
    help="A language model that makes follow-up questions stand alone [none: rules do].",
)


def _where(conditions: tuple[str, ...], labels: tuple[str, ...], types: tuple[str, ...]) -> Filter:
    from steiner.filters import Filter, parse_condition

    on_relationships = [text for text in conditions if text.startswith("r.")]
    return Filter(
        labels=labels,
        types=types,
        nodes=tuple(parse_condition(c) for c in conditions if c not in on_relationships),
        relationships=tuple(parse_condition(c[2:]) for c in on_relationships),
    )


keeping = click.option(
    "--kept",
    type=click.Path(path_type=Path),
    help="Folder in which what is retrieved from questions' own graphs is kept, and taken from, by "
    "each command that retrieves alike.",
)


def published(command: Command) -> Command:
    """Add the options of a published data set; the command gets it as `published`, or None."""

    @wraps(command)
    def run(**options: Any) -> Any:
        name, place, split = (options.pop(key) for key in ("dataset", "place", "split"))
        if (kept := options.pop("kept")) is not None:
            options["chosen"] = replace(options["chosen"], kept=kept)
        if (name is None) != (place is None):
            raise InvalidInput("--dataset NAME and --data FOLDER go together: give both.")
        lines = None
        if name is not None:
            from steiner.evaluate.published_lines import PublishedLines

            lines = PublishedLines(name, place, split)
        return command(published=lines, **options)

    run = keeping(run)
    run = click.option(
        "--split", default="train", show_default=True, help="Of the data set, as it names it."
    )(run)
    run = click.option(
        "--data", "place", type=click.Path(path_type=Path), help="Folder or file of the data set."
    )(run)
    return click.option(
        "--dataset",
        help="Questions, and their graphs, of a published data set, as of `evaluate`: no server.",
    )(run)


def asked(questions: Path | None, lines: PublishedLines | None, folder: Path) -> Path:
    """Return the file of questions; those of a data set are written into `folder`."""
    if lines is None:
        if questions is None:
            raise InvalidInput("Give --questions FILE, or --dataset NAME with --data FOLDER.")
        return questions
    file = lines.given(questions, folder)
    tell_left_out(lines)
    return file


def tell_left_out(lines: PublishedLines) -> None:
    """Say what of a data set cannot be learnt from."""
    for line in lines.left_out:
        ERRORS.print(f"left out: {line}", markup=False, soft_wrap=True)
    lines.left_out.clear()
