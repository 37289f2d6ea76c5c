"""The same questions worded otherwise: what still finds its answers?

    python benchmarks/variants.py [--graphs northwind] [--budget 512] [--systems steiner]
                                  [--homes DIR] [--json FILE]

Questions and graphs of benchmarks/examples.py, as they are and in four variants made here: in lower
case without quotes; with a typo in each name; with the last word of each name dropped; with
synonyms. Names are the quoted values of the question's Cypher that stand in the question. Prints
mean shares of the answers in the context, all questions of a kind and those that the variant
changed.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from data.servers import indexed_server
from examples import Row, answerable, figures, homes, report

from steiner.chosen import Chosen
from steiner.session import open_retriever
from steiner.settings import ConnectionSettings
from steiner.systems import SYSTEMS

SEED, SHORTEST = 7, 4
_VALUE = re.compile(r"'([^']+)'|\"([^\"]+)\"")
_SYNONYMS = {
    "acted in": "played in",
    "category": "group",
    "categories": "groups",
    "cities": "towns",
    "city": "town",
    "customer": "client",
    "customers": "clients",
    "directed": "made",
    "discontinued": "withdrawn",
    "films": "motion pictures",
    "followers": "fans",
    "movie": "film",
    "movies": "films",
    "order": "purchase",
    "ordered": "bought",
    "orders": "purchases",
    "people": "persons",
    "placed": "made",
    "products": "items",
    "product": "item",
    "purchased": "bought",
    "released": "published",
    "shipped": "sent",
    "supplied": "delivered",
    "supplier": "vendor",
    "suppliers": "vendors",
    "supply": "deliver",
    "unit price": "price",
    "wrote": "penned",
}


def names(row: Row) -> list[str]:
    """Return the values that the question names, longest first."""
    values = {"".join(found) for found in _VALUE.findall(row["cypher"])}
    inside = [value for value in values if value and value in row["question"]]
    return sorted(inside, key=lambda value: (-len(value), value))


def lowered(row: Row) -> str:
    """Write the question in lower case, without quotes."""
    return re.sub(r"[\"“”‘’]|(?<!\w)'|'(?!\w)", "", row["question"]).lower()


def mistyped(row: Row) -> str:
    """Leave one letter out of the longest word of each name."""
    chance, text = random.Random(SEED), str(row["question"])
    for name in names(row):
        word = max(re.findall(r"[^\W\d_]+", name) or [""], key=len)
        if len(word) >= SHORTEST:
            at = chance.randrange(1, len(word))
            text = text.replace(name, name.replace(word, word[:at] + word[at + 1 :], 1))
    return text


def shortened(row: Row) -> str:
    """Drop the last word of each name of several words."""
    text = str(row["question"])
    for name in names(row):
        if len(words := name.split()) > 1:
            text = text.replace(name, " ".join(words[:-1]))
    return text


def reworded(row: Row) -> str:
    """Replace words by synonyms, but not inside a name."""
    kept = "|".join(map(re.escape, names(row)))
    said = "|".join(sorted(map(re.escape, _SYNONYMS), key=lambda word: -len(word)))
    pattern = re.compile(rf"({kept})|\b({said})\b" if kept else rf"(\b\B)|\b({said})\b")
    return pattern.sub(lambda m: m.group(1) or _SYNONYMS[m.group(2)], row["question"])


VARIANTS: dict[str, Callable[[Row], str]] = {
    "as it is": lambda row: str(row["question"]),
    "lower case": lowered,
    "typo": mistyped,
    "last word dropped": shortened,
    "synonyms": reworded,
}


def run(graph: str, settings: ConnectionSettings, given: argparse.Namespace) -> Iterator[Row]:
    """Ask every variant of every question; yield one row a variant and kind."""
    for system in given.systems:
        retriever = open_retriever(settings, Chosen(system=system, budget=given.budget))
        for variant, worded in VARIANTS.items():
            asked = [(row, retriever.retrieve(worded(row))) for row in answerable(graph)]
            for kind in ("anchored", "filter"):
                chosen = [(row, e) for row, e in asked if row["kind"] == kind]
                touched = [(row, e) for row, e in chosen if e.question != row["question"]]
                shares = figures(chosen, given.budget)
                row = {"graph": graph, "system": system, "variant": variant, "kind": kind}
                row |= {"questions": len(chosen), "share": shares["share"], "changed": len(touched)}
                row["share of changed"] = figures(touched or chosen, given.budget)["share"]
                yield row


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graphs", nargs="+", default=["movies", "northwind"])
    parser.add_argument("--systems", nargs="+", default=["steiner"], choices=list(SYSTEMS))
    parser.add_argument("--budget", type=int, default=512)
    parser.add_argument("--homes", type=Path, help="folder of servers' data, kept")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    rows: list[Row] = []
    for graph in given.graphs:
        with homes(given.homes) as folder, indexed_server(graph, folder) as settings:
            rows += run(graph, settings, given)
    report(rows, given.json)


if __name__ == "__main__":
    main()
