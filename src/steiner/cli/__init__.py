"""The command line: `steiner index`, `ask`, `retrieve`, `train`, `evaluate` and more."""

from __future__ import annotations

import logging
import sys
from typing import Any

import click

from steiner.cli.lazy_group import LazyGroup
from steiner.cli.options import ERRORS, connection_options, write_any_letter
from steiner.errors import SteinerError
from steiner.whole_files import FULL, not_written

COMMANDS = {
    "index": ("index.indexing", "Index the graph, or bring its index up to date."),
    "status": ("index.indexing", "Show what is indexed."),
    "unindex": (
        "index.indexing",
        "Remove everything that steiner wrote; the graph is as it was before.",
    ),
    "notes": (
        "index.noting",
        "Print the notes on the schema, or keep those of a TOML FILE with the index in their "
        "place.",
    ),
    "doctor": (
        "index.indexing",
        "Check connection, version, rights and indexes, and say how to mend what is wrong.",
    ),
    "ask": ("asking", "Answer QUESTION with the subgraph that proves it."),
    "retrieve": (
        "asking",
        "Retrieve the evidence for QUESTION, or for every line of --questions.",
    ),
    "chat": (
        "chatting",
        'Ask question after question; "and who manages it?" means what was answered before.',
    ),
    "mcp": (
        "serving",
        "Give agents of the Model Context Protocol evidence, answers, tables and schema.",
    ),
    "serve": ("serving", "Answer questions over HTTP: a page, and JSON or events at /api."),
    "chains": (
        "train.chaining",
        "Write the reasoning chains that Align-GRAG and Retrieval & Reasoning are trained on.",
    ),
    "synthesise": (
        "train.adapting",
        "Make training data of the graph alone, for `train` and `evaluate`.",
    ),
    "train": ("train.training", "Train a system's model on questions with answers."),
    "adapt": ("train.adapting", "Learn from a graph without labelled questions."),
    "tune": (
        "train.adapting",
        "Tune the encoder on questions and the triples on their paths, by contrast.",
    ),
    "evaluate": ("evaluating", "Ask a system the questions of a data set."),
    "report": (
        "evaluating",
        "Compare RUNS, the folders of `steiner evaluate`: Markdown and one page of HTML.",
    ),
}
"""The module of each command, and the first sentence of its help, which a test compares."""


@click.group(cls=LazyGroup, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@connection_options
@click.version_option(package_name="steiner")
@click.pass_context
def cli(context: click.Context, /, **connection: Any) -> None:
    """Answers questions over a Neo4j graph and proves each with the subgraph it came from."""
    context.obj = connection


def main() -> None:
    """Run the command line; an expected error ends in one message, not a stack trace."""
    write_any_letter()
    # The driver warns of each try of a lost server: one message of ours says it.
    logging.getLogger("neo4j").addHandler(logging.NullHandler())
    cli.alone = True
    try:
        cli(standalone_mode=False)
    except SteinerError as error:
        ERRORS.print(f"[bold red]{type(error).__name__}[/]: ", end="")
        ERRORS.print(str(error), markup=False, soft_wrap=True)
        sys.exit(1)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except OSError as error:
        if error.errno not in FULL:
            raise
        ERRORS.print(not_written(error.filename or "A file", error), markup=False, soft_wrap=True)
        sys.exit(1)
    except (KeyboardInterrupt, click.Abort):
        ERRORS.print("Stopped. Run the same command again: it goes on where it was.")
        sys.exit(130)
