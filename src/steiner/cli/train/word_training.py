"""`steiner train --questions FILE` without a folder: what words mean in a graph."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steiner import session
from steiner.chosen import Chosen
from steiner.cli.options import ERRORS, OUT
from steiner.embed import text_vectors
from steiner.errors import InvalidInput, MissingExtra, SteinerError
from steiner.index.live_index import index_store
from steiner.lexicon.live_notes import write_learnt
from steiner.lexicon.notes_text import notes_text
from steiner.progress import Bars
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.computed.given_statement import given_rows

if TYPE_CHECKING:
    from steiner.algebra.schema.graph_schema import GraphSchema
    from steiner.lexicon.taught_questions import TaughtQuestion
    from steiner.train.reading.learning_passes import JudgedQuestion
    from steiner.train.reading.word_learning import WordOutcome


def learn_words(connection: ConnectionSettings, chosen: Chosen, questions: Path) -> None:
    """Learn what words mean in a graph, say what that brings, and keep it if it helps.

    Raises InvalidInput for a file that is none of questions, or has too few that can be used.
    """
    MissingExtra.require("torch", "train")
    try:
        outcome, schema = _learnt(connection, chosen, questions)
    except KeyboardInterrupt:
        ERRORS.print("Stopped. Nothing was learnt, and nothing of the index is changed.")
        sys.exit(130)
    _say(outcome)
    if outcome.helps:
        with index_store(connection) as store:
            write_learnt(store, outcome.learnt)
    _propose(outcome, schema)


def forget_words(connection: ConnectionSettings) -> None:
    """Remove what was learnt from the index."""
    from steiner.algebra.schema.learnt_words import NOTHING_LEARNT

    with index_store(connection) as store:
        write_learnt(store, NOTHING_LEARNT)
    OUT.print("What was learnt of words is forgotten: questions are read as without it.")


def _learnt(
    connection: ConnectionSettings, chosen: Chosen, questions: Path
) -> tuple[WordOutcome, GraphSchema]:
    from steiner.algebra.schema.learnt_words import NOTHING_LEARNT
    from steiner.lexicon.taught_questions import taught_questions
    from steiner.train.reading.learning_passes import TaughtReader
    from steiner.train.reading.word_learning import LEAST, learnt_words

    golds = taught_questions(questions)
    with session.retriever(connection, chosen) as given, Bars(ERRORS) as bars:
        opened: Any = given
        store = opened.store
        vectors = text_vectors(opened.embedder)

        def alike(left: Sequence[str], right: Sequence[str]) -> Any:
            return vectors.vectors(list(left)) @ vectors.vectors(list(right)).T

        reader = TaughtReader(store.graph_schema(), store, alike).taught(NOTHING_LEARNT)
        asked = list(_asked(golds, store, reader.schema))
        if len(asked) < LEAST:
            raise InvalidInput(
                f"At least {LEAST} questions are needed to say whether learning helps; {questions} "
                f"has {len(golds)}, of which {len(asked)} can be used: a gold statement must run "
                f"and return rows. 30 to 100 bring most."
            )
        return learnt_words(reader, asked, bars), reader.schema


def _asked(
    golds: Sequence[TaughtQuestion], store: Any, schema: GraphSchema
) -> Iterator[JudgedQuestion]:
    """Yield the questions whose golds can be compared with, and say which cannot."""
    from steiner.train.reading.gold_parts import parts_of_statement
    from steiner.train.reading.judged_rows import RowJudge
    from steiner.train.reading.learning_passes import JudgedQuestion

    failed: list[str] = []
    empty = 0
    for gold in golds:
        rows: list[tuple[Any, ...]] = []
        try:
            rows = given_rows(store.connection, gold.cypher, schema.names) if gold.cypher else []
        except SteinerError as error:
            failed.append(f"{gold.text!r}: {error}")
            continue
        if gold.cypher and not rows:
            empty += 1
            continue
        parts = parts_of_statement(gold.cypher, schema) if gold.cypher else frozenset()
        yield JudgedQuestion(gold.text, RowJudge(store, gold, rows), parts)
    if failed:
        text = f"{len(failed)} gold statements fail and are left out. The first, {failed[0]:.500}"
        ERRORS.print(text, markup=False, soft_wrap=True)
    if empty:
        ERRORS.print(f"{empty} gold statements return no rows and are left out.")


def _say(outcome: WordOutcome) -> None:
    learnt = outcome.learnt
    text = (
        f"Right, {learnt.questions:,} questions each kept back from learning in turn: "
        f"{learnt.before:.3f} before, {learnt.after:.3f} with what the others taught "
        f"({outcome.gained} gained, {outcome.lost} lost)."
    )
    OUT.print(text, markup=False, soft_wrap=True)
    OUT.print(_KEPT if outcome.helps else _NOT_KEPT, markup=False, soft_wrap=True)


def _propose(outcome: WordOutcome, schema: GraphSchema) -> None:
    from steiner.train.reading.proposed_synonyms import proposed_notes

    notes = notes_text(proposed_notes(outcome.learnt, schema, outcome.forms))
    if notes:
        OUT.print("\nWords that may be worth a note (look at them, then: steiner notes FILE):\n")
        OUT.print(notes, markup=False, soft_wrap=True)


_KEPT = (
    "It is kept with the index, and questions are read with it from now on. To remove it: "
    "steiner train --forget"
)
_NOT_KEPT = (
    "That is no more than chance may bring, so nothing is kept, and questions are read as before. "
    "More questions may change that."
)
