"""The measured sets as questions with what judges a query, for learning from one half of each."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from data import SHARED
from data.memory_graphs import LEARNT, MADE

from judge.lines import rows_of
from judge.query_forms import gold_form
from judge.strict_forms import differing
from judge.strict_tables import strictly_right
from judge.structures import differs, in_days
from judge.tables import AU, cells, scoring
from steiner.algebra import Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.errors import SteinerError

_POLE = 300
"""Questions of POLE that are looked at."""
Judge = Callable[[Query], bool]


def is_learnt(name: str, question: str) -> bool:
    """Say whether a set's question is learnt from: all of some written graphs, half of others."""
    return name in LEARNT or hashlib.sha256(question.encode()).digest()[0] % 2 == 0


def judged_queries(name: str, store: Any, schema: GraphSchema) -> Iterator[tuple[str, Judge]]:
    """Yield the questions of a set, each with what says whether a query is right."""
    if name == "pole":
        golds = rows_of(SHARED / "zograscope" / "questions.jsonl")
        for gold in Random(7).sample(golds, _POLE):
            yield gold["question"], partial(_same_structure, gold, schema)
    elif name in AU:
        for gold in rows_of(SHARED / "cypherbench_au" / "questions.jsonl"):
            if gold["graph"] == name:
                yield gold["question"], partial(_strict, gold, store)
    else:
        folder = MADE.get(name, SHARED / "text2cypher")
        for gold in rows_of(folder / f"{name}.jsonl"):
            if not gold["golds"] or scoring().judgeable(gold):
                yield gold["question"], partial(_scored, gold, store)


def _same_structure(gold: dict[str, Any], schema: GraphSchema, query: Query) -> bool:
    wanted = in_days(gold_form(gold["cypher"]))
    return not differs(wanted, query) and not differing(gold["cypher"], query, schema)


def _rows(store: Any, query: Query) -> list[list[Any]]:
    try:
        return cells(store.run(query, 0.0))
    except SteinerError:
        return []


def _strict(gold: dict[str, Any], store: Any, query: Query) -> bool:
    if gold["kind"] != "clean":
        return False
    columns = list(zip(*_rows(store, query), strict=True))
    return any(strictly_right(columns, table, scoring().canon) for table in gold["golds"])


def _scored(gold: dict[str, Any], store: Any, query: Query) -> bool:
    rows = _rows(store, query) if gold["golds"] else []
    tool = scoring()
    predicted = {"rows": [[tool.cell(value) for value in row] for row in rows]}
    golds = tool.judgeable(gold) if rows else []
    return any(tool.right(predicted, g, gold["question"]) for g in golds)
