"""Music: pickled dictionaries of artists, songs, works and the Hot 100, and a table of Grammys.

The table is pickled by pandas, and has to be written as `grammy_df.csv`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from steiner.evaluate.datasets.crag.csv_rows import read_table
from steiner.evaluate.datasets.crag.fields import field_triples, named
from steiner.evaluate.datasets.crag.plain_data import read_pickle
from steiner.evaluate.datasets.gold import Triple

_ARTIST, _SONG = ("country", "birth_date", "end_date", "members"), ("author", "country", "date")


def triples(folder: Path) -> Iterator[Triple]:
    """Yield the triples of artists, songs, works, chart places and Grammys."""
    for name, fields in (("artist_dict_simplified", _ARTIST), ("song_dict_simplified", _SONG)):
        path = folder / f"{name}.pickle"
        with named(path):
            for entity, own in read_pickle(path).items():
                yield from field_triples(str(entity), own, fields)
    works = folder / "artist_work_dict.pickle"
    with named(works):
        for artist, titles in read_pickle(works).items():
            yield from field_triples(str(artist), {"work": list(titles)}, ["work"])
    yield from _chart(folder / "rank_dict_hot100.pickle")
    yield from _grammys(folder)


def _chart(path: Path) -> Iterator[Triple]:
    with named(path):
        for rank, weeks in read_pickle(path).items():
            for week in weeks:
                yield str(week["Song"]), f"billboard rank on {week['Date']}", str(rank)
                yield str(week["Song"]), "artist", str(week["Artist"])


def _grammys(folder: Path) -> Iterator[Triple]:
    path = folder / "grammy_df.csv"
    with named(path):
        for row in read_table(path, folder / "grammy_df.pickle"):
            won = f"won Grammy {row['category']}"
            yield from field_triples(row["nominee"], {won: row["year"]}, [won])
            yield from field_triples(row["nominee"], row, ["artist", "workers"])
