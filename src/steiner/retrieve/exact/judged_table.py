"""A question's computed rows: how surely they answer it, and beside what else."""

from __future__ import annotations

from typing import NamedTuple

from steiner.evidence import Table
from steiner.query.proposing.model_reader import ReadByModel
from steiner.query.query_reading import Reading
from steiner.retrieve.exact.row_judge import Offered
from steiner.retrieve.exact.second_opinion import Beside
from steiner.settings import ExpandSettings


class JudgedTable(NamedTuple):
    """How a question was read, and the rows of that.

    `telling`: they tell more than the question names itself; `sure`: they are surely the answer.
    `others`: further readings whose rows differ; `strange`: words of the question say nothing of
    the graph.
    """

    reading: Reading
    table: Table
    telling: bool
    sure: bool
    others: tuple[Offered, ...] = ()
    strange: bool = False


class Timed(NamedTuple):
    """What was computed, the milliseconds it took, and what a model said of the question.

    `cut`: what of a very large schema was left out, empty where all of it was read.
    """

    judged: JudgedTable | None
    milliseconds: float
    model: ReadByModel
    cut: str = ""


LEADS = 0.5
"""Probability from which on a reading is more likely right than not."""
_NEAREST = 0.3
"""Probability from which on rows stand before what paths lead to, said to be no answer below .5.

Of 204 questions with an answer that were read with .3 to .5 the rows of 125 were right.
"""


def leading(reading: Reading) -> bool:
    return reading.confidence >= LEADS


def leads(judged: JudgedTable) -> bool:
    """Say whether rows that are not surely the answer are a better one than what paths lead to.

    However sure of something near paths are: over ten made graphs, of 127 questions whose rows
    stood behind the answers of paths, 79 rows were right and 9 times these answers.
    """
    reading, table, telling, *_ = judged
    return bool(table.rows) and telling and reading.confidence >= _NEAREST


def settles(computing: Beside[Timed], asked: ExpandSettings) -> int | None:
    """Wait until it is known whether the database settles a question; return hops to show.

    It does where a sure reading of what is one step from what is named has rows that answer, or
    surely has none: then what comes nearest may be a step further. As many hops as are `asked` for
    beyond the default are shown. None where it does not settle: of more steps one may be misread,
    and paths show how an answer is reached.
    """
    timed = computing.answer()
    judged = timed and timed.judged
    if judged is None or len(judged.reading.query.links) > 1:
        return None
    if judged.table.rows and not judged.sure:
        return None
    further = asked.hops > ExpandSettings().hops
    return asked.hops if further else 1 if judged.sure else 2
