"""Games: those of basketball in `nba.sqlite`, and football's match statistics as a CSV.

These are pickled by pandas, and have to be written as `soccer_team_match_stats.csv`.
`play_by_play` of `nba.sqlite` is not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from steiner.evaluate.datasets.crag.csv_rows import read_table
from steiner.evaluate.datasets.crag.fields import field_triples, named
from steiner.evaluate.datasets.crag.plain_data import read_rows
from steiner.evaluate.datasets.gold import Triple

_GAME = ("game_date", "team_name_home", "team_name_away", "pts_home", "pts_away", "wl_home")
_TEAM = ("team", "league", "season", "date", "venue", "result", "GF", "GA", "opponent")


def triples(folder: Path) -> Iterator[Triple]:
    """Yield the fields of each game."""
    path = folder / "nba.sqlite"
    for row in read_rows(path, f"SELECT {', '.join(_GAME)} FROM game"):
        fields = dict(zip(_GAME, row, strict=True))
        fields["game_date"] = str(fields["game_date"])[:10]
        name = f"{fields['team_name_away']} at {fields['team_name_home']}, {fields['game_date']}"
        yield from field_triples(name, fields, _GAME)
    table = folder / "soccer_team_match_stats.csv"
    with named(table):
        for match in read_table(table, table.with_suffix(".pkl")):
            # The statistics have a game twice, once for each team.
            name = f"{match['team']} in {match['game']}"
            yield from field_triples(name, match, _TEAM)
