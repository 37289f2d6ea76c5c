"""Made families whose questions walk back through whom they name, and over relations to oneself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from random import Random
from typing import NamedTuple

from steiner.graph import Node, Relationship, Subgraph

WOMEN = (
    "Ada", "Bela", "Cora", "Dina", "Edda", "Fay", "Gwen", "Hedy", "Ilse", "Jana", "Kaja", "Lena",
    "Mina", "Nora", "Olga", "Pia", "Rosa",
)  # fmt: skip
MEN = (
    "Arvo", "Boris", "Cyril", "Dario", "Egon", "Floris", "Gustav", "Hugo", "Ivo", "Joren",
    "Kasper", "Ludo", "Milo", "Nils", "Otto",
)  # fmt: skip
ROOTS = (
    "Bram", "Crod", "Dell", "Fenn", "Grat", "Holt", "Krum", "Lind", "Morr", "Nesk", "Palt",
    "Quor", "Rudd", "Stav", "Tarn", "Vell",
)  # fmt: skip
CITIES = [a + b for a, b in product(("Nord", "Alt", "Wald", "Stein"), ("stadt", "hafen", "furt"))]
JOBS = (
    "baker", "carpenter", "surgeon", "pilot", "teacher", "farmer", "judge", "painter",
)  # fmt: skip
WORDS = {
    "WIFE": ("wife", "spouse"),
    "HUSBAND": ("husband", "spouse"),
    "CHILD": ("child", "kid"),
    "FATHER": ("father", "dad"),
    "MOTHER": ("mother", "mum"),
    "BORN_IN": ("birthplace", "place of birth"),
    "PROFESSION": ("profession", "job"),
    "MENTOR": ("mentor",),
    "FRIEND": ("friend",),
}
"""Each relation as people say it; every other word shares no stem with the type."""
_OWN_MENTOR = 0.15
_MOST_ENDS = 12
Edges = list[tuple[str, str, str]]
Leaving = Mapping[str, Mapping[str, set[str]]]


class Families(NamedTuple):
    """Names with their labels, and relationships between names."""

    labels: dict[str, str]
    edges: Edges

    def graph(self) -> Subgraph:
        """Return the graph, the nodes numbered in their order."""
        ids = {name: i for i, name in enumerate(self.labels)}
        nodes = (Node(i, str(i), (self.labels[n],), {"name": n}, n) for n, i in ids.items())
        rows = enumerate(self.edges)
        related = (Relationship(i, f"r{i}", t, ids[a], ids[b]) for i, (a, t, b) in rows)
        return Subgraph(tuple(nodes), tuple(related))


class Walk(NamedTuple):
    """A question: the name it starts from, the types walked in turn, and where they end.

    `kind`: "back" where the walk passes its start, "loop" where one step on its way leads to
    itself, "plain" where neither; walks of both are not asked.
    """

    text: str
    start: str
    types: tuple[str, ...]
    ends: frozenset[str]
    kind: str


def build(seed: int = 5) -> Families:
    """Make 48 couples with their children, where they were born, and whom they know."""
    draw, edges = Random(seed), Edges()
    for root, end in product(ROOTS, ("man", "berg", "ova")):
        _add_family(draw, root + end, edges)
    people = list(dict.fromkeys(name for a, _, b in edges for name in (a, b)))
    for name in people:
        own = draw.random() < _OWN_MENTOR
        edges += [(name, "BORN_IN", draw.choice(CITIES)), (name, "PROFESSION", draw.choice(JOBS))]
        edges.append((name, "MENTOR", name if own else draw.choice(people)))
        edges += [(name, "FRIEND", other) for other in draw.sample(people, 2) if other != name]
    labels = dict.fromkeys(people, "Person") | dict.fromkeys(CITIES, "City")
    return Families(labels | dict.fromkeys(JOBS, "Job"), edges)


def _add_family(draw: Random, surname: str, edges: Edges) -> None:
    husband, wife = f"{draw.choice(MEN)} {surname}", f"{draw.choice(WOMEN)} {surname}sen"
    edges += [(husband, "WIFE", wife), (wife, "HUSBAND", husband)]
    for first in draw.sample(WOMEN + MEN, draw.randint(1, 4)):
        child = f"{first} {surname}"
        if child != husband:
            edges += [(husband, "CHILD", child), (wife, "CHILD", child)]
            edges += [(child, "FATHER", husband), (child, "MOTHER", wife)]


def walks(families: Families, count: int, steps: int, seed: int = 11) -> Iterator[Walk]:
    """Yield `count` questions of each kind, of so many steps, none of them twice."""
    leaving: dict[str, dict[str, set[str]]] = defaultdict(dict)
    for start, type, end in families.edges:
        leaving[start].setdefault(type, set()).add(end)
    draw, asked = Random(seed), set[tuple[str, tuple[str, ...]]]()
    people = [name for name, label in families.labels.items() if label == "Person"]
    open_kinds = dict.fromkeys(("plain", "back", "loop"), count)
    while any(open_kinds.values()):
        walk = _walk(draw, leaving, draw.choice(people), steps)
        if walk and open_kinds.get(walk.kind) and (walk.start, walk.types) not in asked:
            asked.add((walk.start, walk.types))
            open_kinds[walk.kind] -= 1
            yield walk


def _walk(draw: Random, leaving: Leaving, start: str, steps: int) -> Walk | None:
    """Draw a walk; None where it breaks off, ends at its start or at too many."""
    layers, types = [{start}], []
    for _ in range(steps):
        onward = sorted({type for name in layers[-1] for type in leaving.get(name, ())})
        if not onward:
            return None
        types.append(draw.choice(onward))
        layers.append({e for n in layers[-1] for e in leaving.get(n, {}).get(types[-1], ())})
    if start in layers[-1] or len(layers[-1]) > _MOST_ENDS:
        return None
    said = [draw.choice(WORDS[type]) for type in types]
    of = " of ".join([f"the {word}" for word in reversed(said)] + [start])
    asked = of if draw.random() < 0.5 else "'s ".join([start, *said])
    kind = _kind(leaving, layers, types)
    return Walk(f"What is {asked}?", start, tuple(types), frozenset(layers[-1]), kind)


def _kind(leaving: Leaving, layers: list[set[str]], types: list[str]) -> str:
    (start,), on_the_way = layers[0], list(zip(layers, types, strict=False))[:-1]
    loop = any(name in leaving[name].get(type, ()) for names, type in on_the_way for name in names)
    back = any(start in after - before for before, after in pairwise(layers[:-1]))
    return "both" if loop and back else "loop" if loop else "back" if back else "plain"
