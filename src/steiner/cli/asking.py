"""`steiner ask` and `retrieve`."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from steiner import gathering, session
from steiner.chosen import Chosen
from steiner.cli.declining import declining
from steiner.cli.options import ERRORS, OUT, choosing, connected, retrieving, write_json
from steiner.errors import InvalidInput, SteinerError
from steiner.evidence import Evidence
from steiner.exports import FORMATS, export
from steiner.progress import Bars, spinner
from steiner.runs import retrieve_many
from steiner.settings import ConnectionSettings


@click.command()
@click.argument("question")
@connected
@retrieving
@click.option("--seed", "seeds", multiple=True, help="A name or key to start from (repeatable).")
@choosing
@declining
@click.option("--evidence", is_flag=True, help="Show all of the evidence, not the proof alone.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def ask(
    connection: ConnectionSettings,
    chosen: Chosen,
    question: str,
    seeds: tuple[str, ...],
    decline_below: float,
    choose: int | None,
    **shown: bool,
) -> None:
    """Answer QUESTION with the subgraph that proves it."""
    from steiner.display.render import answer_json, answer_tree

    try:
        with spinner(ERRORS):
            answer = session.ask(connection, question, chosen, seeds, decline_below, choose or 0)
    except SteinerError as error:
        if error.evidence is not None:
            _print(error.evidence, None, shown["as_json"])
        raise
    if shown["as_json"]:
        write_json(answer_json(answer))
    else:
        OUT.print(answer_tree(answer, whole=shown["evidence"]))
        if readings := len(answer.evidence.offered):
            said = f"Another reading is meant? Ask again with --choose 1 to {readings}."
            ERRORS.print(said, markup=False, soft_wrap=True)


@click.command()
@click.argument("question", required=False)
@connected
@retrieving
@click.option("--seed", "seeds", multiple=True, help="A name or key to start from (repeatable).")
@choosing
@click.option("--questions", type=click.Path(path_type=Path), help="JSONL with `question` a line.")
@click.option("--output", type=click.Path(path_type=Path), help="Where the JSONL is written.")
@click.option("--format", type=click.Choice(list(FORMATS)), help="Print the evidence as a file.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def retrieve(
    connection: ConnectionSettings,
    chosen: Chosen,
    question: str | None,
    seeds: tuple[str, ...],
    format: str | None,
    as_json: bool,
    **more: Any,
) -> None:
    """Retrieve the evidence for QUESTION, or for every line of --questions."""
    questions, output, choose = more["questions"], more["output"], more["choose"] or 0
    if (question is None) == (questions is None) or (questions is None) != (output is None):
        raise InvalidInput("Give either a QUESTION, or --questions IN.jsonl --output OUT.jsonl.")
    if choose and questions is not None:
        raise InvalidInput(
            "--choose goes with one QUESTION, got it with --questions: leave it out."
        )
    with session.retriever(connection, chosen) as retriever:
        if questions is not None and output is not None:
            made_of = gathering.described(connection, chosen)
            with Bars(ERRORS) as bars:
                failed = retrieve_many(
                    retriever, questions, output, made_of, chosen.options(), bars
                )
            if failed:
                text = f"{failed} lines hold an error instead of evidence: see {output}."
                ERRORS.print(text, markup=False, soft_wrap=True)
            return
        options = replace(chosen.options(), seeds=seeds, choose=choose)
        evidence = retriever.retrieve(question or "", options)
    _print(evidence, format, as_json)


def _print(evidence: Evidence, format: str | None, as_json: bool) -> None:
    """Print evidence as a file of a format, as JSON, or as its text and a tree."""
    from steiner.display.offered import offered_lines
    from steiner.display.render import evidence_json, retrieved_tree

    if format:
        # Not by rich, which would wrap lines.
        file = export(evidence, format)
        if isinstance(file, bytes) and sys.stdout.isatty():
            raise InvalidInput(f"{format} is no text. Write it to a file: ... > evidence.{format}")
        click.echo(file, nl=isinstance(file, str))
    elif as_json:
        write_json(evidence_json(evidence))
    else:
        OUT.print(evidence.text, markup=False, soft_wrap=True)
        OUT.print(retrieved_tree(evidence))
        for line in offered_lines(evidence):
            OUT.print(line, markup=False, soft_wrap=True, style="cyan")
