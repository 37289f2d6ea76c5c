"""CRAG (Yang et al. 2024, CC BY-NC 4.0): questions and the mock graphs of its five domains.

The folder holds the questions (`*.jsonl` or `*.jsonl.bz2` with interaction_id, query, answer,
alt_ans, domain, question_type, split a line; 0 is the validation split, 1 the public test) and the
folder `cragkg` of CRAG's mock API, a folder a domain. How they become one graph is in neither
paper: here each entity, listed company, song or game is a node, and each of its fields a triple.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.evaluate.datasets.crag import finance, movie, music, open_domain, sports
from steiner.evaluate.datasets.gold import Dataset, GoldQuestion, Triple
from steiner.evaluate.datasets.lines import json_questions, texts

DOMAINS: dict[str, Callable[[Path], Iterator[Triple]]] = {
    "finance": finance.triples,
    "movie": movie.triples,
    "music": music.triples,
    "open": open_domain.triples,
    "sports": sports.triples,
}
_SPLITS = {"validation": 0, "dev": 0, "test": 1}


def load(location: Path, split: str, broken: list[str] | None) -> Dataset:
    """Read questions and graphs of the folder; a domain without mock data is broken."""
    if split not in _SPLITS:
        raise InvalidInput(f"CRAG's splits are {', '.join(_SPLITS)}; got {split!r}.")
    files = sorted(path for path in location.iterdir() if ".jsonl" in path.suffixes)
    if not files:
        raise InvalidInput(f"{location}: expected CRAG's questions, a *.jsonl or *.jsonl.bz2 file.")
    asked = [q for path in files for q in json_questions(path, _question, broken)]
    asked = [question for question in asked if question.kind.endswith(f" {_SPLITS[split]}")]
    graphs = {
        domain: read
        for domain in DOMAINS
        if (location / "cragkg" / domain).is_dir() or domain in map(_domain, asked)
        if (read := _graph(location / "cragkg" / domain, asked, broken)) is not None
    }
    kept = tuple(question for question in asked if _domain(question) in graphs)
    shared = tuple(dict.fromkeys(triple for triples in graphs.values() for triple in triples))
    return Dataset("crag", split, kept, "CC BY-NC 4.0", shared=shared)


def _graph(
    folder: Path, asked: Sequence[GoldQuestion], broken: list[str] | None
) -> list[Triple] | None:
    """Return the triples of a domain; None where they cannot be read and may be left out."""
    try:
        if not folder.is_dir():
            raise InvalidInput(f"{folder} is not there: expected the mock data of CRAG's API.")
        return list(DOMAINS[folder.name](folder))
    except InvalidInput as error:
        count = sum(_domain(question) == folder.name for question in asked)
        message = f"{error} {count:,} questions of this domain have no graph."
        if broken is None:
            raise InvalidInput(f"{message} Leave them out with --skip-broken.") from error
        broken.append(message)
        return None


def _domain(question: GoldQuestion) -> str:
    return question.kind.split()[0]


def _question(row: Any) -> GoldQuestion:
    if row["domain"] not in DOMAINS:
        raise ValueError(f"expected a domain of {', '.join(DOMAINS)}, got {row['domain']!r}.")
    kind = f"{row['domain']} {row['question_type']} {row['split']}"
    answers = (str(row["answer"]), *texts(row.get("alt_ans") or []))
    return GoldQuestion(str(row["interaction_id"]), str(row["query"]), answers, kind)
