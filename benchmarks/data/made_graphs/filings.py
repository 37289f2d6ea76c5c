"""Suspicious bank filings: nodes without names, and properties that share their values."""

from __future__ import annotations

import random
from datetime import date, timedelta

from data.made_graphs.made_graph import MadeGraph, Row

COUNTRIES = {
    "LTU": ("Lithuania", ".lt"), "MLT": ("Malta", ".mt"), "CAN": ("Canada", ".ca"),
    "NOR": ("Norway", ".no"), "KAZ": ("Kazakhstan", ".kz"), "IRL": ("Ireland", ".ie"),
    "PAN": ("Panama", ".pa"), "JPN": ("Japan", ".jp"), "AUT": ("Austria", ".at"),
    "FIN": ("Finland", ".fi"), "MUS": ("Mauritius", ".mu"), "BRA": ("Brazil", ".br"),
}  # fmt: skip
PLACES = (
    "Tarnow", "Velika", "Ostrava", "Corvin", "Pellworm", "Saltmarsh", "Quillfeld", "Drava",
    "Northgate", "Bellisle", "Ironwood", "Kestrel", "Marlow", "Lindqvist", "Osprey", "Verdant",
)  # fmt: skip
KINDS = ("Merchant Bank", "Trust AG", "Bancorp", "Credit Union", "Holdings Ltd")
ENTITY, COUNTRY, FILING = ("Entity", "name"), ("Country", "code"), ("Filing", "filing_id")


def build() -> MadeGraph:
    """Make the graph."""
    draw = random.Random(11)
    graph = MadeGraph()
    graph.add_nodes(
        "Country",
        [{"code": code, "name": name, "tld": tld} for code, (name, tld) in COUNTRIES.items()],
    )
    entities = _entities(draw)
    graph.add_nodes("Entity", list(entities.values()))
    graph.relate("COUNTRY", ENTITY, COUNTRY, [(n, e["country"]) for n, e in entities.items()])
    _add_filings(graph, draw, entities)
    return graph


def _entities(draw: random.Random) -> dict[str, Row]:
    names = [f"{place} {kind}" for place in PLACES for kind in KINDS]
    return {
        name: {
            "id": name.lower().replace(" ", "-"),
            "name": name,
            "country": draw.choice(list(COUNTRIES)),
            "location": f"{draw.uniform(-60, 60):.3f}, {draw.uniform(-150, 150):.3f}",
        }
        for name in sorted(draw.sample(names, 58))
    }


def _add_filings(graph: MadeGraph, draw: random.Random, entities: dict[str, Row]) -> None:
    banks = list(entities.values())
    # Some banks file often, some are never concerned.
    weights = [1 / (1 + place % 13) for place in range(len(banks))]
    for number in range(260):
        first, second = draw.choices(banks, weights, k=2)
        while second is first:
            second = draw.choice(banks)
        third = draw.choice(banks[: len(banks) * 2 // 3])
        row = _filing(draw, number, first, second)
        key = row["filing_id"]
        graph.add_nodes("Filing", [row])
        graph.relate("ORIGINATOR", FILING, ENTITY, [(key, first["name"])])
        graph.relate("BENEFITS", FILING, ENTITY, [(key, second["name"])])
        graph.relate("CONCERNS", FILING, ENTITY, [(key, third["name"])])


def _filing(draw: random.Random, number: int, first: Row, second: Row) -> Row:
    begin = date(2004, 1, 1) + timedelta(days=draw.randrange(4200))
    end = begin + timedelta(days=draw.randrange(1, 400))
    row = {
        "filing_id": f"F-{3100 + number}",
        "amount": round(draw.choice([1e4, 1e5, 1e6, 1e7]) * draw.uniform(1, 9.9), 2),
        "number": draw.randrange(1, 90),
        "begin": f"{begin:%b} {begin.day}, {begin.year}",
        "end": f"{end:%b} {end.day}, {end.year}",
        "begin_date": begin,
        "end_date": end,
    }
    for side, bank in (("originator", first), ("beneficiary", second)):
        row[f"{side}_bank"] = bank["name"]
        row[f"{side}_bank_id"] = bank["id"]
        row[f"{side}_bank_country"] = COUNTRIES[bank["country"]][0]
        row[f"{side}_iso"] = bank["country"]
    return row
