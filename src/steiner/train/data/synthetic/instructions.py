"""Instruction data of a graph: masked entities and relations (Retrieval & Reasoning, section 3.3).

A line is an example of `steiner train` with an empty graph: the filled template is its question,
so that the loss is on the output alone (equation 4).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from steiner.errors import InvalidInput
from steiner.jobs import Row
from steiner.settings import positive
from steiner.textualise.triple_texts import yaml
from steiner.train.data.synthetic.templates import MASK, TEMPLATES
from steiner.train.data.synthetic.triple_view import TripleView

NO_GRAPH: Mapping[str, Any] = {"nodes": [], "edges": []}
_ANSWERS = 5
"""Entities that all the facts shown fit; a task with more of them is no task."""


@dataclass(frozen=True, slots=True)
class InstructionSettings:
    """How instructions are made: `count` of each task, at most `neighbours` facts of an entity.

    `held_out`: the share of entities (or texts) kept back from training; `seed`: of the draw.
    """

    count: int = 1000
    neighbours: int = 8
    held_out: float = 0.1
    seed: int = 0

    def __post_init__(self) -> None:
        positive(self, count=self.count, neighbours=self.neighbours)
        if not 0 <= self.held_out < 1:
            raise InvalidInput(
                f"InstructionSettings expects a share from 0 to below 1 held out, got "
                f"{self.held_out}."
            )


def graph_instructions(view: TripleView, settings: InstructionSettings) -> Iterator[Row]:
    """Yield tasks of masked entities, then of relations, each at most `count`, none twice.

    A triple between the two entities of a relation never stands in what is shown of them.
    """
    for task in ("entity", "relation"):
        draw = Random(f"{settings.seed} {task}")
        drawn = (_masked if task == "entity" else _related)(view, draw, settings)
        yield from _distinct(drawn, settings.count)


def text_instructions(rows: Iterable[Row], settings: InstructionSettings) -> Iterator[Row]:
    """Yield tasks from graph to text and back, of lines with `triples` and `texts` (as WebNLG's).

    Raises InvalidInput with the number of a line that has none.
    """
    for task in ("graph-to-text", "text-to-graph"):
        draw = Random(f"{settings.seed} {task}")
        yield from _distinct(_worded(task, rows, draw, settings), settings.count)


def _masked(view: TripleView, draw: Random, settings: InstructionSettings) -> Iterator[Row]:
    for entity in view.drawn_nodes(draw):
        shown = view.around(entity, settings.neighbours, draw)
        fitting = view.fitting(entity, shown)
        if 0 < len(fitting) <= _ANSWERS:
            name = view.names[entity]
            masked = [(_hidden(h, name), r, _hidden(t, name)) for h, r, t in shown]
            kept = _is_held_out(name, settings.held_out)
            yield _row("entity", draw, kept, [" | ".join(fitting)], KG=yaml(masked))


def _related(view: TripleView, draw: Random, settings: InstructionSettings) -> Iterator[Row]:
    for head, tail in view.drawn_pairs(draw):
        pair = {view.names[head], view.names[tail]}
        relations = view.between(head, tail)
        around = [*view.around(head, settings.neighbours, draw, pair)]
        around += view.around(tail, settings.neighbours, draw, pair)
        if len(pair) == 2 and around:
            ends = f"{view.names[head]}, {view.names[tail]}"
            kept = _is_held_out(view.names[head], settings.held_out)
            answers = [" | ".join(relations)]
            yield _row("relation", draw, kept, answers, KG=yaml(around), Input=ends)


def _worded(
    task: str, rows: Iterable[Row], draw: Random, settings: InstructionSettings
) -> Iterator[Row]:
    for number, row in enumerate(rows, 1):
        try:
            triples = [(_plain(h), _plain(r), _plain(t)) for h, r, t in row["triples"]]
            text = str(draw.choice(row["texts"]))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise InvalidInput(
                f'Line {number} of the texts: expected "triples" (head, relation, tail) and '
                f'"texts" that say them, got {str(row)[:80]}.'
            ) from error
        graph = yaml(triples)
        kept = _is_held_out(graph, settings.held_out)
        output, given = (
            (text, {"KG": graph}) if task == "graph-to-text" else (graph, {"Input": text})
        )
        yield _row(task, draw, kept, [output], **given)


def _hidden(name: str, masked: str) -> str:
    """Hide a name wherever it stands, also inside another."""
    return name.replace(masked, MASK)


def _plain(name: str) -> str:
    return name.strip('"').replace("_", " ")


def _row(task: str, draw: Random, held_out: bool, answers: Sequence[str], **given: str) -> Row:
    template = draw.randrange(len(TEMPLATES[task]))
    text = TEMPLATES[task][template]
    for name, value in given.items():
        text = text.replace(f"{{{name}}}", value)
    return {
        "question": text,
        "answers": list(answers),
        "graph": NO_GRAPH,
        "task": task,
        "template": template,
        "held_out": held_out,
    }


def _distinct(rows: Iterator[Row], count: int) -> Iterator[Row]:
    known: set[str] = set()
    for row in rows:
        if len(known) >= count:
            return
        if row["question"] not in known:
            known.add(row["question"])
            yield row


def _is_held_out(text: str, share: float) -> bool:
    number = int(hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8], 16)
    return number / 16**8 < share
