"""CRAG (Yang et al. 2024, CC BY-NC 4.0): questions and the mock graphs of two of its domains.

The folder holds the questions (`*.jsonl` or `*.jsonl.bz2` with interaction_id, query, answer,
alt_ans, domain, question_type, split a line; 0 is the validation split) and the folder `cragkg`
of CRAG's mock API: `movie/movie_db.json` and `movie/person_db.json` (name to fields), and
`open/kg.*.jsonl.bz2` ([entity, fields] a line). Questions of other domains are left out: their
mock data are tables and pickles, not graphs.
"""

from __future__ import annotations

import bz2
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.evaluate.datasets.gold import Dataset, GoldQuestion, Triple
from steiner.evaluate.datasets.lines import json_questions, read_json, texts

DOMAINS = ("movie", "open")
_SPLITS = {"validation": 0, "dev": 0, "test": 1}


def load(location: Path, split: str, broken: list[str] | None) -> Dataset:
    """Read questions and graphs of the folder."""
    if split not in _SPLITS:
        raise InvalidInput(f"CRAG's splits are {', '.join(_SPLITS)}; got {split!r}.")
    files = sorted(path for path in location.iterdir() if ".jsonl" in path.suffixes)
    if not files:
        raise InvalidInput(f"{location}: expected CRAG's questions, a *.jsonl or *.jsonl.bz2 file.")
    questions = [q for path in files for q in json_questions(path, _question, broken)]
    wanted = f" {_SPLITS[split]}"
    kept = tuple(q for q in questions if q.kind.endswith(wanted) and q.kind.split()[0] in DOMAINS)
    shared = tuple(dict.fromkeys((*_movies(location), *_open(location))))
    return Dataset("crag", split, kept, "CC BY-NC 4.0", shared=shared)


def _question(row: Any) -> GoldQuestion:
    kind = f"{row['domain']} {row['question_type']} {row['split']}"
    answers = (str(row["answer"]), *texts(row.get("alt_ans") or []))
    return GoldQuestion(str(row["interaction_id"]), str(row["query"]), answers, kind)


def _movies(location: Path) -> Iterator[Triple]:
    folder = location / "cragkg" / "movie"
    if not folder.is_dir():
        return
    movies, people = (read_json(folder / f"{name}_db.json") for name in ("movie", "person"))
    titles = {fields.get("id"): str(fields["title"]) for fields in movies.values()}
    for fields in movies.values():
        yield from _film(str(fields["title"]), fields)
    for fields in people.values():
        yield from _person(str(fields["name"]), fields, titles)


def _film(title: str, fields: Any) -> Iterator[Triple]:
    for name in ("release_date", "original_language", "budget", "revenue", "rating"):
        if name in fields:
            yield title, name, str(fields[name])
    for genre in fields.get("genres", []):
        yield title, "genre", str(genre["name"])
    for member in fields.get("cast", []):
        yield title, "cast", str(member["name"])
    for member in fields.get("crew", []):
        yield title, str(member["job"]).casefold(), str(member["name"])
    yield from _awards(title, fields)


def _person(name: str, fields: Any, titles: dict[Any, str]) -> Iterator[Triple]:
    if "birthday" in fields:
        yield name, "birthday", str(fields["birthday"])
    for relation in ("acted_movies", "directed_movies"):
        known = (titles[id] for id in fields.get(relation, []) if id in titles)
        yield from ((name, relation.replace("_", " "), title) for title in known)
    yield from _awards(name, fields)


def _awards(name: str, fields: Any) -> Iterator[Triple]:
    for award in fields.get("oscar_awards") or []:
        relation = "won oscar" if award["winner"] else "nominated for oscar"
        yield name, relation, f"{award['category']} {award['year_ceremony']}"


def _open(location: Path) -> Iterator[Triple]:
    for path in sorted((location / "cragkg" / "open").glob("kg.*.jsonl.bz2")):
        with bz2.open(path, "rt", encoding="utf-8") as file:
            for entity, fields in map(json.loads, file):
                for name, value in fields.items():
                    if isinstance(value, str | int | float):
                        yield str(entity), str(name), str(value)
