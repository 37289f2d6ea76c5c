"""Movies: `movie_db.json` and `person_db.json`, a name to fields each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from steiner.evaluate.datasets.crag.fields import field_triples, named
from steiner.evaluate.datasets.gold import Triple
from steiner.evaluate.datasets.lines import read_json

_FILM = ("release_date", "original_title", "original_language", "budget", "revenue", "rating")


def triples(folder: Path) -> Iterator[Triple]:
    """Yield the triples of films and of people."""
    films, people = folder / "movie_db.json", folder / "person_db.json"
    movies = read_json(films)
    with named(films):
        titles = {fields.get("id"): str(fields["title"]) for fields in movies.values()}
        for fields in movies.values():
            yield from _film(str(fields["title"]), fields)
    with named(people):
        for fields in read_json(people).values():
            yield from _person(str(fields["name"]), fields, titles)


def _film(title: str, fields: Any) -> Iterator[Triple]:
    yield from field_triples(title, fields, _FILM)
    for genre in fields.get("genres", []):
        yield title, "genre", str(genre["name"])
    for member in fields.get("cast", []):
        yield title, "cast", str(member["name"])
    for member in fields.get("crew", []):
        yield title, str(member["job"]).casefold(), str(member["name"])
    yield from _awards(title, fields)


def _person(name: str, fields: Any, titles: dict[Any, str]) -> Iterator[Triple]:
    yield from field_triples(name, fields, ["birthday"])
    for relation in ("acted_movies", "directed_movies"):
        known = (titles[id] for id in fields.get(relation, []) if id in titles)
        yield from ((name, relation.replace("_", " "), title) for title in known)
    yield from _awards(name, fields)


def _awards(name: str, fields: Any) -> Iterator[Triple]:
    for award in fields.get("oscar_awards") or []:
        relation = "won oscar" if award["winner"] else "nominated for oscar"
        yield name, relation, f"{award['category']} {award['year_ceremony']}"
