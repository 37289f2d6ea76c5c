"""How many of a question's gold triples do the first k hold? (Retrieval & Reasoning, figure 3.)

    python benchmarks/triple_recall.py --output DIR [--questions 100] [--train 600]
                                       [--triples 5000] [--longest 100] [--preset small]
                                       [--epochs N] [--rate R] [--temperature T] [--encoders plain]
                                       [--neighbours 4]

MetaQA's development questions, own split, in memory. The four retrievers of the figure: with and
without neighbouring triples (4 a side), with and without a chain; each with the plain encoder and
with one tuned on training questions (positives: triples on shortest paths, chains as below).
Recall is the share of the triples on shortest paths from topic to answers, mean over questions;
`ceiling` is what the best k triples would reach. Candidates are pooled: the gold triples of all
questions asked, and others drawn up to --triples; neighbours come from the whole graph. Questions
with more gold triples than --longest are left out: no thirty triples could hold them.

The chain "gold path" is the question's gold relation path in words, without any entity: an upper
bound for a chain. --chains FILE ... adds those that a model wrote (`steiner chains --steps plain`,
and `rationalised`, with the answer known), a row of each retriever a file. Also prints the tokens
of the first 20 triples as YAML and one a line, by the tokenizer of SmolLM2-135M.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from data import SHARED
from path_scorer import parts

from steiner.embed import Embedder, open_embedder
from steiner.index.triples.neighbouring import TripleTable, read_triples
from steiner.jobs import read_questions
from steiner.model_settings import DEFAULT_MODEL
from steiner.retrieve.triples.queries import cumulative, summed
from steiner.settings import TripleSettings
from steiner.stores.protocol import EdgeColumns
from steiner.textualise.triple_texts import linear, yaml
from steiner.train.data.triple_pairs import path_triples, triple_pairs
from steiner.train.encoder_tuning import TUNING_PRESETS, TuningSettings, tune

METAQA = SHARED / "metaqa"
AT = (5, 10, 15, 20, 25, 30)
HOPS = (1, 2, 3)
TUNED_BY = ("epochs", "rate", "temperature", "batch", "negatives", "layers", "length", "steps")
PATH = "gold path"
Row = dict[str, Any]


class Graph(NamedTuple):
    """MetaQA's triples as written, as a table, and the number of each name."""

    triples: list[tuple[str, str, str]]
    table: TripleTable
    nodes: Mapping[str, list[int]]


def read_graph() -> Graph:
    """Read the whole graph."""
    lines = (METAQA / "kb.txt").read_text(encoding="utf-8").splitlines()
    triples = [(h, r, t) for h, r, t in (line.split("|") for line in lines)]
    names = sorted({end for h, _, t in triples for end in (h, t)})
    numbers = {name: number for number, name in enumerate(names)}
    edges = EdgeColumns(
        np.arange(len(triples)),
        np.array([numbers[h] for h, _, _ in triples]),
        np.array([numbers[t] for _, _, t in triples]),
        np.array([r for _, r, _ in triples]),
    )
    table = read_triples(np.arange(len(names)), names, edges)
    return Graph(triples, table, {name: [number] for name, number in numbers.items()})


@cache
def chains() -> dict[str, list[str]]:
    """Return the steps of each question: its gold relation path in words, one relation each."""
    steps = {}
    for hops in HOPS:
        folder = METAQA / f"{hops}-hop"
        questions, types = (
            (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines()
            for name in ("qa_dev", "qa_dev_qtype")
        )
        for question, path in zip(questions, types, strict=True):
            text = question.split("\t")[0].replace("[", "").replace("]", "")
            kinds = path.split("_to_")
            steps[text] = [f"Find the {end} of the {start}." for start, end in pairwise(kinds)]
    return steps


def rows(part: int, count: int) -> list[Row]:
    """Return `count` questions a hop of one part of the split."""
    known = chains()
    return [
        {
            "question": q.text,
            "topics": [q.topic],
            "answers": list(q.answers),
            "hops": hops,
            "steps": known[q.text],
            "chains": {PATH: known[q.text]},
        }
        for hops in HOPS
        for q in parts(hops)[part][:count]
    ]


def with_chains(asked: Sequence[Row], files: Sequence[Path]) -> list[Row]:
    """Return the questions with the chains that a model wrote, a file a kind, called as the file.

    Only those that every file has a line for.
    """
    for file in files:
        steps = {row["question"]: row["steps"] for row in read_questions(file)}
        known = [row for row in asked if row["question"] in steps]
        asked = [
            {**row, "chains": {**row["chains"], file.stem: steps[row["question"]]}} for row in known
        ]
    return list(asked)


def gold(graph: Graph, row: Row) -> npt.NDArray[np.int64]:
    """Return the triples (indices) on shortest paths from topic to answers."""
    starts, ends = (
        np.array(sorted({i for name in row[key] for i in graph.nodes.get(name, ())}), np.int64)
        for key in ("topics", "answers")
    )
    return path_triples(graph.table, starts, ends)


def pooled(graph: Graph, golds: Sequence[npt.NDArray[np.int64]], count: int) -> Any:
    """Return the candidates (indices of triples): all that are gold, others up to `count`."""
    needed = np.unique(np.concatenate(golds))
    others = np.setdiff1d(np.arange(len(graph.triples)), needed)
    drawn = random.Random(3).sample(others.tolist(), max(0, count - len(needed)))
    return np.concatenate([needed, np.array(drawn, dtype=np.int64)])


def texts(graph: Graph, pool: Any, neighbours: int) -> list[str]:
    """Return what is embedded of each candidate."""
    written = [candidate.text for candidate in graph.table.candidates(neighbours)]
    return [written[i] for i in pool.tolist()]


def ranked(embedder: Embedder, vectors: Any, asked: Sequence[Row], chain: str) -> list[Any]:
    """Return for each question the first candidates (places in the pool), best first.

    `chain` names which of the question's chains goes with it ("": none).
    """
    limit, order = TripleSettings().query, []
    for row in asked:
        queries = cumulative(row["question"], row["chains"][chain] if chain else [], limit)
        vector, _ = summed(np.stack([*map(embedder.embed_question, queries)]))
        order.append(np.argsort(-(vectors @ vector), kind="stable")[: max(AT)])
    return order


def recalls(order: Sequence[Any], golds: Sequence[Any], pool: Any) -> list[float]:
    """Return the mean recall at each of the numbers of triples."""
    found = [np.isin(pool[first], own) for first, own in zip(order, golds, strict=True)]
    pairs = [(hits, len(own)) for hits, own in zip(found, golds, strict=True)]
    return [round(fmean(hits[:k].sum() / size for hits, size in pairs), 3) for k in AT]


def measured(
    name: str, embedder: Embedder, graph: Graph, asked: Sequence[Row], pool: Any, golds: Any
) -> Iterator[Row]:
    """Yield the recall of the four retrievers with an encoder, by hop."""
    for neighbours in (0, TripleSettings().neighbours):
        vectors = embedder.embed(texts(graph, pool, neighbours))
        for chain in ("", *asked[0]["chains"]):
            order = ranked(embedder, vectors, asked, chain)
            told = {"encoder": name, "neighbours": neighbours, "chain": chain}
            for hops in (*HOPS, 0):
                own = [i for i, row in enumerate(asked) if hops in (0, row["hops"])]
                figures = recalls([order[i] for i in own], [golds[i] for i in own], pool)
                yield {**told, "hops": hops or "all", "questions": len(own), "recall": figures}
            yield {**told, "hops": "tokens", **tokens(graph, pool, order)}


def tokens(graph: Graph, pool: Any, order: Sequence[Any]) -> Row:
    """Return the mean tokens of the first 20 triples in both forms."""
    from transformers import AutoTokenizer

    from steiner.models.language_model.language_model_files import resolve

    tokenizer = AutoTokenizer.from_pretrained(resolve(DEFAULT_MODEL))
    firsts = [[graph.triples[i] for i in pool[first[:20]].tolist()] for first in order]
    plain = [[(h, r.replace("_", " "), t) for h, r, t in first] for first in firsts]
    forms = {"yaml": yaml, "linear": linear}
    return {
        name: round(fmean(len(tokenizer.encode(write(first))) for first in plain), 1)
        for name, write in forms.items()
    }


def tuned(graph: Graph, given: argparse.Namespace) -> None:
    """Tune an encoder on training questions, unless the folder has one."""
    if (given.output / "encoder" / "modules.json").exists():
        return
    asked = {name: value for name in TUNED_BY if (value := getattr(given, name)) is not None}
    own = replace(TUNING_PRESETS[given.preset], **asked)
    questions = rows(0, given.train // len(HOPS))
    begun = monotonic()
    pairs = triple_pairs(graph.table, graph.nodes, questions, 0, given.neighbours)
    tune(pairs, own, given.output / "encoder")
    print(json.dumps({"tuned": asdict(own), "seconds": round(monotonic() - begun)}), flush=True)


def main() -> None:
    """Read the command line, measure with the plain and with a tuned encoder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--questions", type=int, default=100, help="of each number of hops")
    parser.add_argument("--train", type=int, default=600, help="questions; 0: no tuned encoder")
    parser.add_argument("--longest", type=int, default=100, help="gold triples of a question")
    parser.add_argument("--triples", type=int, default=5_000, help="candidates")
    parser.add_argument("--chains", nargs="+", type=Path, default=[], help="of `chains --steps`")
    parser.add_argument("--choose", action="store_true", help="ask the part to choose by")
    parser.add_argument("--encoders", nargs="+", default=["plain", "tuned"])
    parser.add_argument("--preset", choices=list(TUNING_PRESETS), default="published")
    parser.add_argument(
        "--neighbours", type=int, default=TripleSettings().neighbours, help="of what is tuned on"
    )
    for name in TUNED_BY:
        parser.add_argument(f"--{name}", type=type(getattr(TuningSettings(), name)))
    given = parser.parse_args()
    graph, asked = read_graph(), rows(1 if given.choose else 2, given.questions)
    asked = with_chains(asked, given.chains)
    every = [(row, gold(graph, row)) for row in asked]
    asked, golds = map(list, zip(*(p for p in every if len(p[1]) <= given.longest), strict=True))
    pool = pooled(graph, golds, given.triples)
    ceiling = [round(fmean(min(k, len(own)) / len(own) for own in golds), 3) for k in AT]
    lines: list[Row] = [{"at": AT, "ceiling": ceiling, "candidates": len(pool)}]
    given.output.mkdir(parents=True, exist_ok=True)
    encoders = {"plain": TuningSettings().encoder, "tuned": str(given.output / "encoder")}
    if given.train and "tuned" in given.encoders:
        tuned(graph, given)
    for name in given.encoders:
        encoder = encoders[name]
        if name == "tuned" and not Path(encoder).is_dir():
            # --train 0: there is none to measure.
            continue
        for line in measured(name, open_embedder(encoder), graph, asked, pool, golds):
            lines.append(line)
            print(json.dumps(line), flush=True)
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (given.output / "recall.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
