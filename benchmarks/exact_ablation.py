"""What is each part of the reading worth? Neo4j's own questions, one part left out at a time.

    python benchmarks/exact_ablation.py --output DIR [--homes DIR] [--graphs movies northwind]

Reads, runs and scores as exact_answers.py does, in one run, on development servers. Prints, and
writes to DIR/figures.json, a row for each part left out; and how often a reading of a confidence is
right, on two halves of the questions (by a digest of their words), of which neither was chosen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np
from exact_answers import answered, asked_for, scorer, served
from shown import show

from steiner.query import unread_words
from steiner.query.computing import bind
from steiner.query.english.light_words import ASKING, LIGHT
from steiner.query.naming import question_parts
from steiner.query.naming.schema import schema_mentions

Rows = list[dict[str, Any]]
SURE = 0.8
BOUNDS = (0.5, 0.65, 0.8, 0.9, 1.0)


def _without_binder(name: str) -> Any:
    kept = tuple(part for part in bind._PARTS if part.__name__ != name)
    return patch.object(bind, "_PARTS", kept)


def parts() -> dict[str, Callable[[], list[Any]]]:
    """Return what each row leaves out, as patches."""
    quiet = ASKING - LIGHT
    left: dict[str, Callable[[], list[Any]]] = {"nothing": list}
    for binder in bind._PARTS:
        name = binder.__name__
        left[name.replace("bind_", "")] = lambda name=name: [_without_binder(name)]  # type: ignore[misc]
    left |= {
        "words near in meaning": lambda: [
            patch.object(schema_mentions, "_by_meaning", lambda *_: [])
        ],
        "light words": lambda: [patch.object(unread_words, "ASKING", quiet)],
        "plural values": lambda: [patch.object(question_parts, "_plurals", lambda *_: [])],
        "the voice of verbs": lambda: [
            patch("steiner.query.building.verb_links.leads_away", lambda *given: given[3])
        ],
    }
    return left


@contextmanager
def left_out(patches: list[Any]) -> Iterator[None]:
    """Leave a part out."""
    with ExitStack() as stack:
        for each in patches:
            stack.enter_context(each)
        yield


def judged(connection: Any, golds: Rows) -> Rows:
    """Return whether each question that can be judged is right, and how sure its reading is."""
    tool, lines = scorer(), answered(connection, golds)
    predictions = tool.read(lines, golds)
    right = {row["id"]: row for row in tool.score(predictions, golds)}
    return [
        {
            "question": gold["question"],
            "computing": right[gold["id"]]["computing"],
            "right": bool(right[gold["id"]]["exact"]),
            "confidence": line.get("confidence", 0.0),
        }
        for gold, line in zip(golds, lines, strict=True)
        if gold["id"] in right
    ]


def share(rows: Rows, field: str = "right") -> float:
    """Return the share of true values, 0 of none."""
    return round(float(np.mean([bool(row[field]) for row in rows])), 3) if rows else 0.0


def figures(name: str, graph: str, rows: Rows) -> dict[str, Any]:
    """Return the figures of one row."""
    sure = [row for row in rows if row["confidence"] >= SURE - 1e-9]
    return {
        "left out": name,
        "graph": graph,
        "computing": share([row for row in rows if row["computing"]]),
        "look-ups": share([row for row in rows if not row["computing"]]),
        "answered at .8": round(len(sure) / len(rows), 3),
        "right of these": share(sure),
    }


def reliability(rows: Rows) -> list[dict[str, Any]]:
    """Return how often readings between two confidences are right, on each half."""

    def half(row: dict[str, Any]) -> int:
        return hashlib.sha256(row["question"].encode()).digest()[0] % 2

    shown = []
    for place, least in enumerate(BOUNDS):
        most = BOUNDS[place + 1] if place + 1 < len(BOUNDS) else 2.0
        own = [row for row in rows if least - 1e-9 <= row["confidence"] < most - 1e-9]
        halves = [[row for row in own if half(row) == which] for which in (0, 1)]
        shown.append(
            {"confidence from": least}
            | {f"half {i}": f"{share(part)} ({len(part)})" for i, part in enumerate(halves)}
        )
    return shown


def main() -> None:
    """Read the command line, leave out, score."""
    given = asked_for(__doc__)
    shown, whole = [], []
    for graph, golds, connection in served(given):
        for name, patches in parts().items():
            with left_out(patches()):
                rows = judged(connection, golds)
            whole += rows if name == "nothing" else []
            shown.append(figures(name, graph, rows))
    show(shown, given.output / "figures.json")
    show(reliability(whole), given.output / "reliability.json")


if __name__ == "__main__":
    main()
