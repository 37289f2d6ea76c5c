"""`steiner chat`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import click

from steiner import session
from steiner.chosen import Chosen
from steiner.cli.options import ERRORS, OUT, connected, retrieving, rewriting
from steiner.errors import SteinerError
from steiner.graph import Answer, Evidence
from steiner.integrations.agents.actions import StoreRetriever
from steiner.integrations.answering import Answering, turn_of
from steiner.question.history import Turn
from steiner.settings import ConnectionSettings

_ENDS = ("exit", "quit", "/exit", "/quit")
_FORGETS = "/new"


@click.command()
@connected
@retrieving
@rewriting
def chat(connection: ConnectionSettings, chosen: Chosen, rewrite_with: str | None) -> None:
    """Ask question after question; "and who manages it?" means what was answered before.

    /new forgets what was said, Ctrl-D ends.
    """
    rewriter = session.open_rewriter(rewrite_with)
    generator = session.open_generator(chosen)
    with session.retriever(connection, chosen) as retriever:
        opened = cast(StoreRetriever, retriever)
        answering = Answering(opened, generator, chosen.where, rewriter=rewriter)
        turns: list[Turn] = []
        for question in _questions():
            if question == _FORGETS:
                turns.clear()
            elif answer := _answer(answering, question, turns):
                turns.append(turn_of(answer))


def _questions() -> Iterator[str]:
    """Yield what is typed, until it is "exit" or the input ends."""
    while True:
        try:
            question = click.prompt("?", prompt_suffix=" ", default="", show_default=False).strip()
        except click.Abort:
            return
        if question.lower() in _ENDS:
            return
        if question:
            yield question


def _answer(answering: Answering, question: str, turns: list[Turn]) -> Answer | None:
    """Print an answer as it is written; what goes wrong is printed and ends nothing."""
    from steiner.display.render import unsaid

    answer, written = None, False
    try:
        for part in answering.parts(question, history=turns):
            if isinstance(part, Evidence):
                if part.question != question:
                    ERRORS.print(f"({part.question})", markup=False, style="dim")
            elif isinstance(part, Answer):
                answer = part
                # That there is none comes whole, not in pieces.
                OUT.print("" if written else part.text, markup=False, soft_wrap=True)
            else:
                written = True
                OUT.print(part, end="", markup=False, soft_wrap=True)
        for citation in unsaid(answer) if answer else ():
            OUT.print(
                f"  [{citation.tag}] {citation.text}", markup=False, soft_wrap=True, style="dim"
            )
    except SteinerError as error:
        ERRORS.print(f"{type(error).__name__}: {error}", markup=False, soft_wrap=True)
    return answer
