"""CRAG's five domains in small copies of the authors' files, cut off and in parts too."""

from __future__ import annotations

import bz2
import csv
import json
import pickle
import sqlite3
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steiner.errors import InvalidInput
from steiner.evaluate.datasets import load_dataset
from steiner.evaluate.datasets.crag import DOMAINS


def sqlitedict(path: Path, entries: dict[str, Any]) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE unnamed (key TEXT PRIMARY KEY, value BLOB)")
        rows = [(key, pickle.dumps(value)) for key, value in entries.items()]
        database.executemany("INSERT INTO unnamed VALUES (?, ?)", rows)
    database.close()


def table(path: Path, *rows: list[str]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)


def finance(folder: Path) -> None:
    table(folder / "company_name.dict", ["", "Name", "Symbol"], ["0", "Acme Corp", "ACME"])
    info = {"sector": "Steel", "forwardEps": np.float64(2.5), "officers": [{"name": "Ann"}]}
    sqlitedict(folder / "finance_info.sqlite", {"ACME": info, "NONE": None})
    sqlitedict(folder / "finance_marketcap.sqlite", {"ACME": 12.0})
    sqlitedict(folder / "finance_dividend.sqlite", {"ACME": {"2024-01-02 00:00:00 EST": 0.2}})
    day = OrderedDict(Open=17.2589, Close=17.09, Volume=45100)
    sqlitedict(folder / "finance_price.sqlite", {"ACME": {"2023-02-28 00:00:00 EST": day}})


def movie(folder: Path) -> None:
    film = {"title": "Titanic", "id": 7, "genres": [{"id": 1, "name": "drama"}]}
    (folder / "movie_db.json").write_text(json.dumps({"titanic": film}))
    person = {"name": "Kate Winslet", "birthday": "1975-10-05", "acted_movies": [7, 8]}
    (folder / "person_db.json").write_text(json.dumps({"kate winslet": person}))


def music(folder: Path) -> None:
    band = {"country": "GB", "birth_date": "1960", "end_date": None, "members": ["Ann", "Bo"]}
    chart = {"1": [{"Date": "1964-02-01", "Song": "Hey", "Artist": "The Band"}]}
    for name, value in {
        "artist_dict_simplified": {"The Band": band},
        "song_dict_simplified": {"Hey": {"author": "Ann", "country": "US", "date": "1963"}},
        "artist_work_dict": {"The Band": ["Hey", "Ho"]},
        "rank_dict_hot100": chart,
    }.items():
        (folder / f"{name}.pickle").write_bytes(pickle.dumps(value))
    head = ["year", "title", "category", "nominee", "artist", "workers"]
    table(folder / "grammy_df.csv", ["", *head], ["0", "2019", "62nd", "Best Song", "Ho", "Bo", ""])


def open_domain(folder: Path) -> None:
    with bz2.open(folder / "kg.0.jsonl.bz2", "wt") as file:
        file.write(json.dumps(["Oslo", {"country": "Norway", "sister": ["Ås"], "x": None}]) + "\n")


def sports(folder: Path) -> None:
    columns = "game_date, team_name_home, team_name_away, pts_home, pts_away, wl_home"
    with sqlite3.connect(folder / "nba.sqlite") as database:
        database.execute(f"CREATE TABLE game (game_id TEXT, {columns})")
        game = ("1", "2023-01-01 00:00:00", "Celtics", "Pistons", 110.0, 99.0, "W")
        database.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?)", game)
    database.close()
    head = ["league", "season", "team", "game", "date", "venue", "result", "GF", "GA", "opponent"]
    match = ["Liga", "2324", "Girona", "2024-03-01 A-B", "2024-03-01", "Home", "W", "2", "0", "B"]
    table(folder / "soccer_team_match_stats.csv", head, match)


MADE = {"finance": finance, "movie": movie, "music": music, "open": open_domain, "sports": sports}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    rows = [
        {
            "interaction_id": f"{domain} {split}",
            "query": f"what of {domain}?",
            "answer": "this",
            "alt_ans": ["that"],
            "domain": domain,
            "question_type": "simple",
            "split": split,
            "search_results": [],
        }
        for domain in DOMAINS
        for split in (0, 1)
    ]
    with bz2.open(tmp_path / "crag_task_1_and_2_dev_v4.jsonl.bz2", "wt") as file:
        file.writelines(f"{json.dumps(row)}\n" for row in rows)
    for domain, write in MADE.items():
        folder = tmp_path / "cragkg" / domain
        folder.mkdir(parents=True)
        write(folder)
    return tmp_path


def test_all_five_domains_are_read(place: Path) -> None:
    found = load_dataset("crag", place, "test")
    assert [question.id for question in found.questions] == [f"{domain} 1" for domain in DOMAINS]
    assert found.questions[0].answers == ("this", "that")
    assert set(found.shared) == {
        ("Acme Corp", "ticker symbol", "ACME"),
        ("Acme Corp", "sector", "Steel"),
        ("Acme Corp", "forwardEps", "2.5"),
        ("Acme Corp", "market capitalization", "12.0"),
        ("Acme Corp", "dividend on 2024-01-02", "0.2"),
        ("Acme Corp", "price on 2023-02-28", "open 17.26, close 17.09, volume 45100"),
        ("Titanic", "genre", "drama"),
        ("Kate Winslet", "birthday", "1975-10-05"),
        ("Kate Winslet", "acted movies", "Titanic"),
        ("The Band", "country", "GB"),
        ("The Band", "birth_date", "1960"),
        ("The Band", "members", "Ann"),
        ("The Band", "members", "Bo"),
        ("Hey", "author", "Ann"),
        ("Hey", "country", "US"),
        ("Hey", "date", "1963"),
        ("The Band", "work", "Hey"),
        ("The Band", "work", "Ho"),
        ("Hey", "billboard rank on 1964-02-01", "1"),
        ("Hey", "artist", "The Band"),
        ("Ho", "won Grammy Best Song", "2019"),
        ("Ho", "artist", "Bo"),
        ("Oslo", "country", "Norway"),
        ("Oslo", "sister", "Ås"),
        ("Pistons at Celtics, 2023-01-01", "game_date", "2023-01-01"),
        ("Pistons at Celtics, 2023-01-01", "team_name_home", "Celtics"),
        ("Pistons at Celtics, 2023-01-01", "team_name_away", "Pistons"),
        ("Pistons at Celtics, 2023-01-01", "pts_home", "110.0"),
        ("Pistons at Celtics, 2023-01-01", "pts_away", "99.0"),
        ("Pistons at Celtics, 2023-01-01", "wl_home", "W"),
        ("Girona in 2024-03-01 A-B", "team", "Girona"),
        ("Girona in 2024-03-01 A-B", "league", "Liga"),
        ("Girona in 2024-03-01 A-B", "season", "2324"),
        ("Girona in 2024-03-01 A-B", "date", "2024-03-01"),
        ("Girona in 2024-03-01 A-B", "venue", "Home"),
        ("Girona in 2024-03-01 A-B", "result", "W"),
        ("Girona in 2024-03-01 A-B", "GF", "2"),
        ("Girona in 2024-03-01 A-B", "GA", "0"),
        ("Girona in 2024-03-01 A-B", "opponent", "B"),
    }


def test_a_domain_without_its_graph_is_named_or_left_out_with_its_questions(place: Path) -> None:
    (place / "cragkg" / "sports").rename(place / "elsewhere")
    with pytest.raises(InvalidInput, match=r"sports is not there.* 1 questions of this domain"):
        load_dataset("crag", place, "test")
    broken: list[str] = []
    found = load_dataset("crag", place, "test", broken)
    assert len(found.questions) == 4
    assert "1 questions of this domain have no graph" in broken[0]


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("finance/finance_info.sqlite", "is no whole SQLite file of CRAG"),
        ("movie/movie_db.json", "expected a JSON object"),
        ("music/song_dict_simplified.pickle", "expected pickled texts.* fetch it again"),
        ("open/kg.0.jsonl.bz2", "breaks off, in the middle of the packed text"),
        ("sports/nba.sqlite", "is no whole SQLite file of CRAG"),
    ],
)
def test_mock_data_that_were_cut_off_are_named(place: Path, file: str, reason: str) -> None:
    path = place / "cragkg" / file
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])
    with pytest.raises(InvalidInput, match=rf"{path.name}.*{reason}"):
        load_dataset("crag", place, "test")


def test_questions_that_were_cut_off_are_named(place: Path) -> None:
    (path,) = place.glob("*.bz2")
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(InvalidInput, match=r"v4\.jsonl\.bz2 breaks off, in the middle"):
        load_dataset("crag", place, "test")


def test_a_pickled_table_is_never_opened_and_how_to_write_it_is_said(place: Path) -> None:
    (place / "cragkg" / "music" / "grammy_df.csv").unlink()
    with pytest.raises(InvalidInput, match=r"opens no pickled table\. .*read_pickle\('.*grammy_df"):
        load_dataset("crag", place, "test")


def test_a_pickle_that_would_run_something_runs_nothing(place: Path, tmp_path: Path) -> None:
    mark = tmp_path / "was run"

    class Trap:
        def __reduce__(self) -> Any:
            return Path.touch, (mark,)

    path = place / "cragkg" / "music" / "artist_work_dict.pickle"
    path.write_bytes(pickle.dumps({"The Band": Trap()}))
    with pytest.raises(InvalidInput, match=r"artist_work_dict\.pickle: .*it would run pathlib"):
        load_dataset("crag", place, "test")
    assert not mark.exists()


def test_an_entry_that_lacks_a_field_is_named(place: Path) -> None:
    path = place / "cragkg" / "movie" / "movie_db.json"
    path.write_text(json.dumps({"titanic": {"id": 7}}))
    with pytest.raises(InvalidInput, match=r"movie_db\.json: an entry lacks the field 'title'"):
        load_dataset("crag", place, "test")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("sports/nba.sqlite", "no whole SQLite file of CRAG: it has fewer than its 2 pages"),
        ("sports/soccer_team_match_stats.csv", "ends in the middle of a line"),
        ("finance/company_name.dict", "ends in the middle of a line"),
    ],
)
def test_what_was_cut_off_where_nothing_marks_the_end_is_named(
    place: Path, name: str, reason: str
) -> None:
    path = place / "cragkg" / name
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(InvalidInput, match=reason):
        load_dataset("crag", place, "test")
