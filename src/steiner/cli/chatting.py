"""`steiner chat`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

import click

from steiner import session
from steiner.answer import Answer
from steiner.chosen import Chosen
from steiner.cli.options import ERRORS, OUT, connected, retrieving, rewriting
from steiner.errors import SteinerError
from steiner.evidence import Evidence
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

    Where several readings are offered, the number of one answers by it. /new forgets what was said,
    Ctrl-D ends.
    """
    rewriter = session.open_rewriter(rewrite_with)
    generator = session.open_generator(chosen)
    with session.retriever(connection, chosen) as retriever:
        opened = cast(StoreRetriever, retriever)
        answering = Answering(opened, generator, chosen.where, rewriter=rewriter)
        talk = _Talk(answering)
        for typed in _questions():
            talk.take(typed)


class _Talk:
    """What was asked and answered, until it is forgotten."""

    def __init__(self, answering: Answering) -> None:
        self._answering, self._turns = answering, list[Turn]()
        self._last: Answer | None = None

    def take(self, typed: str) -> None:
        """Answer a question, or the last one again by the reading whose number is typed."""
        if typed == _FORGETS:
            self._turns.clear()
            self._last = None
        elif self._last and self._last.evidence.offered and typed.isdecimal():
            # It stands alone by now.
            if answer := _answer(self._answering, self._last.question, (), int(typed)):
                self._turns[-1:] = [turn_of(answer)]
                self._last = answer
        elif answer := _answer(self._answering, typed, self._turns):
            self._turns.append(turn_of(answer))
            self._last = answer


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


def _answer(
    answering: Answering, question: str, turns: Sequence[Turn], choose: int = 0
) -> Answer | None:
    """Print an answer as it is written; what goes wrong is printed and ends nothing."""
    from steiner.display.offered import offered_lines
    from steiner.display.render import unsaid

    answer, written = None, False
    try:
        for part in answering.parts(question, history=turns, choose=choose):
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
        for line in offered_lines(answer.evidence) if answer else ():
            OUT.print(f"  {line}", markup=False, soft_wrap=True, style="cyan")
    except SteinerError as error:
        ERRORS.print(f"{type(error).__name__}: {error}", markup=False, soft_wrap=True)
    return answer
