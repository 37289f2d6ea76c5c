"""A question with what is known of it: what systems are compared by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from steiner.textual_graph import TextGraph

Triple = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question and its gold answers.

    `kind` groups questions in a report; `topics` are the entities it is about, where the data
    set names them; `triples` the gold ones; `graph` belongs to the question alone, None where all
    questions share one. `tables` are what gold Cypher returns, with the Cypher.
    """

    id: str
    text: str
    answers: tuple[str, ...]
    kind: str = ""
    topics: tuple[str, ...] = ()
    triples: tuple[Triple, ...] = ()
    graph: TextGraph | None = None
    tables: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Dataset:
    """Questions of one split, read when they are asked for where they bring large graphs.

    `labels` are the answers of a classification; `shared` is the graph of all questions where the
    data set brings one as a file; `broken` the lines that were left out, in words.
    """

    name: str
    split: str
    questions: Sequence[GoldQuestion]
    licence: str
    labels: tuple[str, ...] = ()
    shared: tuple[Triple, ...] = ()
    broken: tuple[str, ...] = field(default=())

    @property
    def unanswered(self) -> int:
        """How many questions have no gold answer: they are kept, and no answer to them is right."""
        return getattr(self.questions, "unanswered", 0)
