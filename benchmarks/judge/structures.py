"""Sets that are judged by the structure of what is read: eight schemas, and POLE."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from data import SHARED
from data.memory_graphs import indexed

from judge.kept_vectors import KeptEmbedder
from judge.known_values import known_values, schema_of
from judge.lines import Line, rows_of
from judge.query_forms import Form, gold_form, query_form
from judge.strict_forms import differing
from judge.timed_reading import EXACT, TimedReader
from steiner.algebra import Query, in_words
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.columns import Vector
from steiner.embed import Matrix

_EVERY = 5
_SAMPLE = 200
_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")


def structure(embedder: KeptEmbedder, full: bool) -> list[Line]:
    """Read the questions over eight schemas, every fifth or all; the golds' literals are known."""
    folder = SHARED / "text2cypher"
    golds, reader, lines = rows_of(folder / "questions.jsonl"), TimedReader(embedder), []
    for given in rows_of(folder / "schemas.jsonl"):
        own = [g for g in golds if g["database"] == given["database"]]
        schema = schema_of(given)
        store = known_values(own, schema)
        for number, gold in enumerate(own):
            if full or number % _EVERY == 0:
                id = f"{given['database']}-{number}"
                lines.append(_compared(reader, id, given["database"], gold, schema, store))
    return lines


def pole(embedder: KeptEmbedder, full: bool) -> list[Line]:
    """Read a sample of POLE's questions, or all, over the whole graph; two halves by template."""
    # What is embedded of nodes is not asked here, their keys are; the words are really compared.
    store = indexed("pole", HashedEmbedder())
    golds = rows_of(SHARED / "zograscope" / "questions.jsonl")
    chosen = golds if full else Random(50).sample(golds, _SAMPLE)
    reader, schema = TimedReader(embedder), store.graph_schema()
    return [
        _compared(reader, gold["id"], _half(gold["template"]), gold, schema, store)
        for gold in chosen
    ]


def _half(template: str) -> str:
    return "first half" if hashlib.sha256(template.encode()).digest()[0] % 2 else "second half"


def _compared(
    reader: TimedReader, id: str, part: str, gold: dict[str, Any], schema: GraphSchema, store: Any
) -> Line:
    read, milliseconds = reader.read(gold["question"], schema, store)
    wanted = in_days(gold_form(gold["cypher"]))
    loosely = list(Form._fields) if read is None else differs(wanted, read.query)
    strictly = differing(gold["cypher"], read.query, schema) if read else []
    confidence = read.confidence if read else 0.0
    return Line(
        part=part,
        id=id,
        question=gold["question"],
        right=not loosely and not strictly,
        exact=confidence >= EXACT,
        confidence=confidence,
        probability=confidence,
        reading=in_words(read.query) if read else "",
        gold=[gold["cypher"]],
        milliseconds=milliseconds,
        more={"form": not loosely, "differs": [*loosely, *strictly], "type": gold["type"]},
    )


def differs(wanted: Form, query: Query) -> list[str]:
    """Return the parts of their forms in which a query differs from what is wanted."""
    form = in_days(query_form(query))
    if wanted.limit and wanted.descending is None:
        form = form._replace(descending=None)  # The gold leaves open which rows it takes.
    return [f for f in Form._fields if getattr(form, f) != getattr(wanted, f)]


def in_days(form: Form) -> Form:
    """Write days as ISO does: "1/8/2017" is "01/08/2017"."""

    def iso(value: str) -> str:
        day = _DAY.fullmatch(value)
        return f"{day[3]}-{int(day[2]):02d}-{int(day[1]):02d}" if day else value

    return form._replace(conditions=frozenset((p, o, iso(v)) for p, o, v in form.conditions))


class HashedEmbedder:
    """An encoder that costs nothing, and says nothing."""

    name, dimensions = "hashed", 8

    def embed(self, texts: Any) -> Matrix:
        """Return float32[n, 8]."""
        return np.array([self.embed_question(t) for t in texts], np.float32).reshape(-1, 8)

    def embed_question(self, text: str) -> Vector:
        """Return float32[8]."""
        drawn = np.frombuffer(hashlib.sha256(text.encode()).digest(), dtype=np.uint32)
        vector: Vector = drawn.astype(np.float32) / np.float32(np.linalg.norm(drawn))
        return vector


STRUCTURES: dict[str, Callable[[KeptEmbedder, bool], list[Line]]] = {
    "structure": structure,
    "pole": pole,
}
