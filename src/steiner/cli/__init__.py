"""The command line: `steiner index`, `ask`, `retrieve`, `train`, `evaluate` and more."""

from __future__ import annotations

import sys
from typing import Any

import click

from steiner.cli.adapting import adapt, synthesise, tune
from steiner.cli.asking import ask, retrieve
from steiner.cli.chaining import chains
from steiner.cli.chatting import chat
from steiner.cli.evaluating import evaluate, report
from steiner.cli.indexing import doctor, index, status, unindex
from steiner.cli.noting import notes
from steiner.cli.options import ERRORS, connection_options
from steiner.cli.serving import mcp, serve
from steiner.cli.start_weights import pretrain
from steiner.cli.training import train
from steiner.errors import SteinerError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@connection_options
@click.version_option(package_name="steiner")
@click.pass_context
def cli(context: click.Context, /, **connection: Any) -> None:
    """Answers questions over a Neo4j graph and proves each with the subgraph it came from."""
    context.obj = connection


for command in (
    index,
    status,
    unindex,
    notes,
    doctor,
    ask,
    retrieve,
    chat,
    mcp,
    serve,
    chains,
    synthesise,
    train,
    adapt,
    pretrain,
    tune,
    evaluate,
    report,
):
    cli.add_command(command)


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
