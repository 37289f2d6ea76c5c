"""Reasoning chains: short texts that lead from a question to its answer (Align-GRAG, 4.2.1).

A chain is written with the answer at hand, so only training reads one. Nothing that answers a
question takes a chain.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from steiner.errors import InvalidInput
from steiner.generate.grounding.mentions import spans
from steiner.generate.writer import TextModel, Writer
from steiner.jobs import Job, Row, digest, read_questions
from steiner.progress import Report, silent
from steiner.text import normalise
from steiner.textual_graph import Example, read_examples
from steiner.textualise.table import fitted, table
from steiner.whole_files import write_whole

LONGEST_GRAPH = 1_500
"""Tokens of the graph's table in a prompt: what a model of 2,048 tokens reads beside the rest."""
_TASK = (
    "You are a helpful assistant responsible for generating a comprehensive summary of the data "
    "provided below. Given question{answer}, and related graph data base. Please concatenate all "
    "of these into a single, comprehensive description. The description should logically connect "
    "the question to the answer. Make sure to include information collected from all descriptions."
)


class Outcome(NamedTuple):
    """How many chains were written, how many are empty, how many name what their graph lacks."""

    chains: int
    empty: int
    outside: int


def read_chains(path: Path) -> list[str]:
    """Return the chain of each line. Raises InvalidInput with the number of a line without one.

    In the lines' order: equal questions over other graphs have chains of their own.
    """
    chains = []
    for number, row in enumerate(read_questions(path), 1):
        if not isinstance(row.get("chain"), str):
            raise InvalidInput(
                f'{path}, question {number}: expected a text "chain", got {row.get("chain")!r}. '
                f"`steiner chains` writes them."
            )
        chains.append(row["chain"])
    return chains


def chain_prompt(example: Example, model: TextModel, naive: bool = False) -> str:
    """Return the prompt of a chain (section 4.2.1 and figure 9); `naive` keeps the answer back."""

    def fits(text: str) -> bool:
        return model.count_tokens(text) <= LONGEST_GRAPH

    lines = [
        _TASK.format(answer="" if naive else " and answer"),
        f"Question: {example.question}",
        *([] if naive else [f"Answer: {', '.join(example.answers)}"]),
        f"Graph DataBase: {table(fitted(example.graph, fits))}",
    ]
    return "\n".join(lines)


def outside(chain: str, example: Example) -> list[str]:
    """Return the names in a chain that stand in no part of its subgraph, question or answers.

    A chain that says "Oslo" of a graph of Bergen and Norway gives ["Oslo"].
    """
    texts = (*example.graph.nodes, *(text for _, text, _ in example.graph.edges))
    known = f" {normalise(' | '.join((*texts, example.question, *example.answers)))} "
    return [span for span in spans(chain) if f" {normalise(span)} " not in known]


def chain_fields(chain: str, example: Example) -> Row:
    """Return the fields of a line: the chain, and what it names beside its graph."""
    return {"chain": chain, "outside": outside(chain, example)}


def write_chains(
    graphs: Path,
    output: Path,
    model: TextModel,
    made_of: Mapping[str, str],
    naive: bool = False,
    report: Report = silent,
) -> None:
    """Let `model` write a chain for each line of `graphs`, a JSONL of examples, into `output`.

    Texts are kept beside it by prompt: a model that fails in the middle goes on there.
    """
    rows = read_questions(graphs)
    examples = dict(zip(map(json.dumps, rows), read_examples(graphs), strict=True))
    prompts = {key: chain_prompt(example, model, naive) for key, example in examples.items()}

    def fields(row: Row, text: str) -> Row:
        return chain_fields(text.strip(), examples[json.dumps(row)])

    asked = [(row, prompts[json.dumps(row)]) for row in rows]
    described = write_each(asked, output, model, fields, made_of, report)
    write_whole(output.with_suffix(".made.json"), json.dumps(described, indent=1) + "\n")


def write_each(
    asked: Sequence[tuple[Row, str]],
    output: Path,
    model: TextModel,
    fields: Callable[[Row, str], Row],
    made_of: Mapping[str, str],
    report: Report = silent,
) -> dict[str, str]:
    """Let `model` write a text for each line's prompt, and keep in `output` the `fields` of it.

    By the whole line: what the same question asks of another graph has another text. Returns what
    the lines were made of.
    """
    prompts = {json.dumps(row): prompt for row, prompt in asked}
    writer = Writer(model, output.with_suffix(".texts.jsonl"))
    texts = dict(zip(prompts, writer.write(list(prompts.values()), report), strict=True))
    described = {**made_of, "writer": writer.identity, "prompts": digest(list(prompts.values()))}
    job = Job(output, described, lambda row: fields(row, texts[json.dumps(row)]))
    job.run([row for row, _ in asked], report)
    return described


def outcome(rows: Sequence[Mapping[str, Any]]) -> Outcome:
    """Count what was written."""
    chains = [row for row in rows if row.get("chain", "").strip()]
    named = sum(bool(row.get("outside")) for row in chains)
    return Outcome(len(rows), len(rows) - len(chains), named)
