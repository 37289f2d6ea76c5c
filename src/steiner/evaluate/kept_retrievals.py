"""What was retrieved from questions' own graphs, kept: for all trainings and runs that do so alike.

A line of JSON a question and graph, in a file for each way of retrieving: system, settings, encoder
and trained scorer. One retrieval so serves every training, seed and split (Align-GRAG, section 5).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from steiner.evidence import Evidence, Fact, Seed
from steiner.graph import Node, Relationship, Subgraph
from steiner.jobs import digest
from steiner.retrieve.pipeline import Retriever
from steiner.settings import DEFAULT_OPTIONS, Options
from steiner.textual_graph import TextGraph, graph_json, parsed, read_lines
from steiner.whole_files import append

_KEPT = (
    "question", "subgraph", "text", "facts", "seeds", "node_scores", "relationship_scores",
    "ranking", "answers", "confidence", "tokens", "budget", "cuts", "milliseconds",
)  # fmt: skip
_PLAIN = Evidence("", Subgraph(), "")


class KeptRetrievals:
    """The lines of one way of retrieving; `way` (JSON types) tells it from others."""

    def __init__(self, folder: Path, way: Any) -> None:
        self._file = folder / f"{digest([way])[:16]}.jsonl"
        self._lines: dict[str, str] = {}
        for line in read_lines(self._file) if self._file.is_file() else ():
            # One that was cut off is none.
            row = parsed(line)
            if isinstance(row, dict):
                self._lines[str(row["key"])] = line

    def over(self, graph: TextGraph, opened: Callable[[TextGraph], Retriever]) -> Retriever:
        """Return what answers from the lines, and opens a retriever over `graph` for the others."""
        return _Keeping(self, graph, opened)

    def find(self, key: str) -> Evidence | None:
        """Return what is kept; None where nothing is."""
        line = self._lines.get(key)
        return None if line is None else evidence_of(json.loads(line)["evidence"])

    def keep(self, key: str, evidence: Evidence) -> None:
        """Add a line, unless the evidence holds what a line cannot."""
        if all(getattr(evidence, f.name) == getattr(_PLAIN, f.name) for f in _others()):
            row = {name: value for name, value in asdict(evidence).items() if name in _KEPT}
            line = json.dumps({"key": key, "evidence": row}, ensure_ascii=False)
            self._file.parent.mkdir(parents=True, exist_ok=True)
            append(self._file, f"{line}\n")
            self._lines[key] = line


class _Keeping:
    def __init__(
        self, kept: KeptRetrievals, graph: TextGraph, opened: Callable[[TextGraph], Retriever]
    ) -> None:
        self._kept, self._graph, self._opened = kept, graph, opened

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return what is kept of this question, or retrieve and keep it.

        Its milliseconds are those of the retrieval when it was made.
        """
        key = digest([graph_json(self._graph), question, *_said(options)])
        evidence = self._kept.find(key)
        if evidence is None:
            evidence = self._opened(self._graph).retrieve(question, options)
            self._kept.keep(key, evidence)
        return evidence


def evidence_of(row: dict[str, Any]) -> Evidence:
    """Read evidence from JSON types, as `KeptRetrievals` writes it."""
    graph = row["subgraph"]
    return Evidence(
        **{
            **row,
            "subgraph": Subgraph(
                tuple(Node(**_with_tuples(node)) for node in graph["nodes"]),
                tuple(Relationship(**each) for each in graph["relationships"]),
            ),
            "facts": tuple(Fact(**_with_tuples(fact)) for fact in row["facts"]),
            "seeds": tuple(Seed(**_with_tuples(seed)) for seed in row["seeds"]),
            **{name: tuple(row[name]) for name in ("ranking", "answers", "cuts")},
            **{
                name: {int(id): score for id, score in row[name].items()}
                for name in ("node_scores", "relationship_scores")
            },
        }
    )


def weights_digest(folder: Path | None) -> str:
    """Return what tells the weights of a trained folder from others; "" without one."""
    if folder is None:
        return ""
    summed = hashlib.sha256()
    for path in sorted(folder.glob("*.safetensors")):
        summed.update(path.read_bytes())
    return summed.hexdigest()


def _said(options: Options) -> list[Any]:
    """Return options in JSON types; what counts tokens is told by its name."""
    counts = getattr(options.count_tokens, "__qualname__", "")
    which = [[*options.seeds], str(options.filter), options.budget, str(options.today)]
    return [*which, options.choose, counts]


def _others() -> list[Any]:
    return [f for f in fields(Evidence) if f.name not in _KEPT]


def _with_tuples(row: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(v) if isinstance(v, list) else v for name, v in row.items()}
