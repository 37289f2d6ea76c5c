"""Textual graphs with questions and answers: what systems are trained on and compared by."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.whole_files import write_whole

_EXPECTED = (
    'a JSON object {"question": "…", "answers": ["…"], "graph": {"nodes": [[id, "text"], …], '
    '"edges": [[source id, "text", target id], …]}}'
)


TEXT_LABEL = "__Entity__"
"""Marks the nodes of a store that holds a textual graph: its texts are shown as they stand."""


@dataclass(frozen=True, slots=True)
class TextGraph:
    """A textual graph (G-Retriever, section 3): texts on nodes and edges, best first.

    `ids[i]` is the id of the node with text `nodes[i]`; `edges` are (source id, text, target id).
    Raises InvalidInput for an edge to an unknown node and for an id given twice.
    """

    ids: tuple[int, ...] = ()
    nodes: tuple[str, ...] = ()
    edges: tuple[tuple[int, str, int], ...] = ()

    def __post_init__(self) -> None:
        known = set(self.ids)
        if len(known) != len(self.ids) or len(self.ids) != len(self.nodes):
            raise InvalidInput("A TextGraph expects one text and one id, used once, for each node.")
        for source, text, target in self.edges:
            if not {source, target} <= known:
                raise InvalidInput(
                    f"The edge ({source}, {text!r}, {target}) names a node that the graph does not "
                    f"have. Add the node, or leave the edge out."
                )

    @classmethod
    def from_triples(cls, triples: Iterable[tuple[str, str, str]]) -> TextGraph:
        """Return triples of texts as a graph, nodes numbered as they come."""
        ids: dict[str, int] = {}
        edges = tuple(
            (ids.setdefault(head, len(ids)), relation, ids.setdefault(tail, len(ids)))
            for head, relation, tail in triples
        )
        return cls(tuple(ids.values()), tuple(ids), edges)

    def part(self, edges: int, alone: int = 0) -> TextGraph:
        """Return the first `edges` edges with their ends, and the first `alone` other nodes."""
        kept = self.edges[:edges]
        joined = {end for source, _, target in kept for end in (source, target)}
        joined |= set(self.unjoined()[:alone])
        inside = [place for place, id in enumerate(self.ids) if id in joined]
        texts = tuple(self.nodes[place] for place in inside)
        return TextGraph(tuple(self.ids[place] for place in inside), texts, kept)

    def unjoined(self) -> tuple[int, ...]:
        """Return the ids of the nodes without an edge, in order."""
        joined = {end for source, _, target in self.edges for end in (source, target)}
        return tuple(id for id in self.ids if id not in joined)


@dataclass(frozen=True, slots=True)
class Example:
    """A question, its gold answers and the textual graph to answer it from."""

    question: str
    answers: tuple[str, ...]
    graph: TextGraph = TextGraph()

    def to_json(self) -> str:
        """Write as one line of JSON."""
        graph = graph_json(self.graph)
        data = {"question": self.question, "answers": self.answers, "graph": graph}
        return json.dumps(data, ensure_ascii=False)


def graph_json(graph: TextGraph) -> dict[str, Any]:
    """Return the graph in JSON types, as `read_examples` reads it."""
    return {"nodes": list(zip(graph.ids, graph.nodes, strict=True)), "edges": graph.edges}


def read_examples(path: Path) -> list[Example]:
    """Read a JSONL of examples. Raises InvalidInput with the number of a line that is none."""
    lines = read_lines(path)
    numbered = [(n, line) for n, line in enumerate(lines, 1) if line.strip()]
    return [to_example(parsed(line) or line, f"{path}, line {n}") for n, line in numbered]


def write_examples(path: Path, examples: Iterable[Example]) -> None:
    """Write a JSONL of examples."""
    write_whole(path, "".join(f"{example.to_json()}\n" for example in examples))


def read_lines(path: Path) -> Sequence[str]:
    """Return the lines of a text file. Raises InvalidInput where it cannot be read as UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path} cannot be read: it is not UTF-8 ({error.reason}).") from error


def parsed(line: str) -> Any:
    """Return what a line of JSON holds, None where it is none."""
    with suppress(ValueError, RecursionError):  # Also for a number of 5,000 digits.
        return json.loads(line)
    return None


def to_example(data: Any, place: str) -> Example:
    """Return the example that JSON types describe. Raises InvalidInput that begins with `place`."""
    try:
        graph = data["graph"]
        ids = tuple(int(id) for id, _ in graph["nodes"])
        nodes = tuple(str(text) for _, text in graph["nodes"])
        edges = tuple((int(s), str(text), int(t)) for s, text, t in graph["edges"])
        answers = tuple(str(answer) for answer in data["answers"])
        return Example(str(data["question"]), answers, TextGraph(ids, nodes, edges))
    except InvalidInput as error:
        raise InvalidInput(f"{place}: {error}") from error
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        text = data if isinstance(data, str) else json.dumps(data)
        raise InvalidInput(f"{place}: expected {_EXPECTED}, got {text[:80]!r}.") from error
