"""Questions of a published data set as lines to learn from; their graphs stay where they are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from steiner.chosen import Chosen
from steiner.errors import InvalidInput
from steiner.evaluate.datasets import load_dataset
from steiner.evaluate.datasets.gold import Dataset
from steiner.evaluate.own_graphs import collect_own
from steiner.jobs import Row, read_questions
from steiner.progress import Report
from steiner.textual_graph import TextGraph
from steiner.train.data.collection import ExampleSource


@dataclass(slots=True)
class PublishedLines:
    """The data set called `name` in `place`: lines without graphs, and the graph of each line.

    A line has `question`, `answers`, `topics`, and the `split` and `row` that lead to its graph.
    `left_out` says in words what cannot be learnt from.
    """

    name: str
    place: Path
    split: str = "train"
    left_out: list[str] = field(default_factory=list)
    _opened: dict[str, Dataset] = field(default_factory=dict)
    _shared: TextGraph | None = None

    def write(self, folder: Path, split: str | None = None) -> Path:
        """Write the lines of a split into `folder`, and return the file."""
        split = split or self.split
        path = folder / f"questions-{split}.jsonl"
        folder.mkdir(parents=True, exist_ok=True)
        count = 0
        with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
            for row, question in enumerate(self._data(split).questions):
                if not question.answers:
                    count += 1
                    continue
                line: Row = {"question": question.text, "answers": question.answers}
                line |= {"topics": question.topics, "split": split, "row": row}
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
        if count:
            self.left_out.append(f"{count:,} questions of {split} have no gold answer.")
        return path

    def given(self, questions: Path | None, folder: Path) -> Path:
        """Return `questions`, which were written for this data set, or else write the lines.

        Raises InvalidInput for lines that do not say which row of the data set they are.
        """
        if questions is None:
            return self.write(folder)
        for number, row in enumerate(read_questions(questions), 1):
            if not ("split" in row and "row" in row):
                raise InvalidInput(
                    f"{questions}, question {number}: with --dataset a line has the fields `split` "
                    f"and `row`, as `steiner chains --dataset` writes them. Leave --dataset out "
                    f"for lines of your own."
                )
        return questions

    def graph(self, row: Row) -> TextGraph:
        """Return the graph of a line: its own, or the one that all share."""
        data = self._data(str(row["split"]))
        if data.shared:
            self._shared = self._shared or TextGraph.from_triples(data.shared)
            return self._shared
        graph = data.questions[int(row["row"])].graph
        if graph is None:
            raise InvalidInput(
                f"The data set {self.name!r} brings no graph: its questions are asked of a server. "
                f"Give its lines as --questions, without --dataset."
            )
        return graph

    def gather(
        self,
        source: ExampleSource[Any],
        chosen: Chosen,
        questions: Path,
        file: Path,
        made_of: Mapping[str, str],
        report: Report,
    ) -> None:
        """Write what `source` makes of each line, retrieved from the graph of its question."""
        own = {**made_of, "server": self.described()}
        collect_own(source, chosen, questions, file, own, report, self.graph)

    def described(self) -> str:
        """Say in words where the graphs are from."""
        return f"the graphs of {self.name}, {self.place.name}"

    def _data(self, split: str) -> Dataset:
        if split not in self._opened:
            self._opened[split] = load_dataset(self.name, self.place, split, self.left_out)
        return self._opened[split]
