"""Questions over the graph of a million nodes: seeds without a hub near them, and with one.

Every question has a seed, its indexed name, and a vector near the vector of an indexed node, so
that no encoder is needed to ask it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import cycle
from pathlib import Path

import numpy as np

from data.million_plan import SEED, Integers, Plan
from data.million_words import HUBS, LABELS, TYPES
from steiner.columns import Vector

_NOISE = 0.01


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its seed nodes by id and name, and whether one of them is a hub."""

    text: str
    seeds: list[int]
    names: list[str]
    hub: bool


def draw_questions(plan: Plan, near_hub: set[int], count: int) -> list[Question]:
    """Draw `count` questions without a hub, then as many with one named."""
    random = np.random.default_rng(SEED + 4)
    drawn = (int(node) for node in random.permutation(plan.indexed))
    # A small graph has fewer nodes without a hub beside them than the questions take.
    free = cycle([node for node in drawn if node not in near_hub])
    plain = [_plain(plan, next(free), next(free), i) for i in range(count)]
    return plain + [_with_hub(plan, next(free), i % len(HUBS)) for i in range(count)]


def _plain(plan: Plan, node: int, other: int, place: int) -> Question:
    """Ask about one node, or, every third time, about two."""
    if place % 3 == 2:
        first, second = plan.name(node), plan.name(other)
        text = f"How are {first} and {second} connected?"
        return Question(text, [node, other], [first, second], False)
    label = LABELS[plan.labels[node]].name
    asked = [t.question for t in TYPES if t.source == label] or ["What is {} about?"]
    return Question(
        asked[place % len(asked)].format(plan.name(node)), [node], [plan.name(node)], False
    )


def _with_hub(plan: Plan, node: int, hub: int) -> Question:
    names = [plan.name(node), HUBS[hub].name]
    return Question(f"What connects {names[0]} with {names[1]}?", [node, hub], names, True)


def question_vectors(plan: Plan, questions: list[Question]) -> Iterator[Vector]:
    """Yield a float32[384] unit vector near the first seed's for each question."""
    random = np.random.default_rng(SEED + 5)
    for question in questions:
        vector = plan.vector(question.seeds[0])
        vector += random.normal(scale=_NOISE, size=len(vector)).astype(np.float32)
        yield vector / np.linalg.norm(vector)


def nodes_near_hubs(plan: Plan, ends: list[Integers]) -> set[int]:
    """The indexed nodes that are a hub or have a relationship to one."""
    pairs = np.concatenate([pair[(pair < len(HUBS)).any(axis=1)] for pair in ends])
    near = np.unique(pairs)
    return set(near[near < plan.indexed].tolist()) | set(range(len(HUBS)))


def save(questions: list[Question], vectors: Iterator[Vector], path: Path) -> None:
    """Write the questions as JSON and their vectors beside them as .npy."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(q) for q in questions], indent=1), encoding="utf-8")
    np.save(path.with_suffix(".npy"), np.stack(list(vectors)))


def load(path: Path) -> tuple[list[Question], Vector]:
    """Read what `save` wrote: the questions and their float32[n, 384] vectors."""
    questions = [Question(**row) for row in json.loads(path.read_text(encoding="utf-8"))]
    return questions, np.load(path.with_suffix(".npy"))
