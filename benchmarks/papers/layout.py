"""What a table of a paper is: its rows with the printed figures, and how each row is run here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Options = tuple[str, ...]
Figures = dict[str, Any]


class Column(NamedTuple):
    """A column: the data set it is of, and the measure of a report that stands in it."""

    dataset: str
    measure: str

    @property
    def name(self) -> str:
        """Return what stands above it."""
        return f"{self.dataset} {self.measure}"


@dataclass(frozen=True, slots=True)
class Plan:
    """How a row is run: `steiner train` with its options (None: nothing is trained), then
    `steiner evaluate` of `system` with the options `ask`.

    `settings`: a TOML text for --settings of both (empty: the data set's, `scales.SETTINGS`),
    `others`: data sets with other ones, and `asked`: what is added, to its last table, where
    questions are asked;
    `chained`: what is trained learns from reasoning chains, `naive`: written without the answer,
    `labels`: which are the answers alone;
    `learnt`: the data set that is learnt from, where it is not the one that is asked;
    `continued`: the plan whose trained models the training goes on from;
    `reranker`: graphs that this model left of G-Retriever's are learnt and asked;
    `parts`: trained before, from texts of the graphs (Retrieval & Reasoning); `tuned`: so is the
    encoder; `written`: a frozen model writes the answers; `retrieved`: nothing writes any; `cited`:
    so many questions are asked for what supports their answers, and no others; `llm`: the paper's,
    at the full scale; `walker`: what writes and embeds walks there, where it is not the model that
    answers.
    """

    system: str
    train: Options | None = None
    ask: Options = ()
    settings: str = ""
    others: tuple[tuple[str, str], ...] = ()
    asked: str = ""
    reranker: str = ""
    chained: bool = False
    naive: bool = False
    labels: bool = False
    learnt: str = ""
    continued: Plan | None = None
    parts: Options = ()
    tuned: bool = False
    written: bool = False
    retrieved: bool = False
    cited: int = 0
    llm: str = ""
    walker: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its name in the paper, the printed figures in the order of the columns, its plan.

    Without a plan it is not run here, and `why` says so.
    """

    name: str
    printed: Sequence[str]
    plan: Plan | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table or figure that is made by training and asking systems.

    `key` names it on the command line; `seeds`: how many the paper has; `deviations`: what is not
    the paper's, whatever the scale; `tested`: the row that is compared with the best other one, by
    a t-test over the seeds; `cased`: entities stand as the files spell them, not in G-Retriever's
    lower case.
    """

    key: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    seeds: int = 4
    deviations: str = ""
    tested: str = ""
    cased: bool = False

    def datasets(self) -> list[str]:
        """Return the data sets of its columns."""
        return list(dict.fromkeys(column.dataset for column in self.columns))


@dataclass(frozen=True, slots=True)
class Study:
    """A figure that a script of `benchmarks/` measures, with `arguments` for each scale.

    `result`: the JSON, or JSON lines, that the script writes; `printed`: what the paper says;
    `data`: whether the script takes the folder of the authors' files, --data.
    """

    key: str
    title: str
    script: str
    arguments: Mapping[str, Options]
    result: str
    printed: str
    deviations: str = ""
    data: bool = False


Entry = PaperTable | Study
