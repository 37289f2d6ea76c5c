"""Questions over drawn graphs, each with the path that it means and with wrong ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from steiner.models.paths.candidates import Candidate, PathExample
from steiner.text import plain_words
from steiner.train.data.worded.drawn_graph import DrawnGraph, Move, draw_graph
from steiner.train.data.worded.nesting import nested, thing_asked
from steiner.train.data.worded.ontology import Ontology
from steiner.train.data.worded.people_words import TOPIC, WordedRelation
from steiner.train.data.worded.wrong_paths import MovePath, wrong_paths

Asked = tuple[tuple[str, ...], MovePath]
_WRONG = 23
_A_GRAPH = 12
"""Questions drawn of one graph."""
_THINGS = ("", "that", "the")
_CHAINS = ("who is", "what is", "what are", "name", "find", "which are", "")
_SAME = (
    "which {ends} have the same {name} as it",
    "what {ends} share {name} with it",
    "who shares {name} with it",
    "{ends} with the same {name} as it",
    "find other {ends} of the {name} of it",
    "what are other {ends} that have the {name} of it",
    "what else has the {name} of it",
)
_BACK = (
    "which {ends} have it as {name}",
    "whose {name} is it",
    "what {ends} have the {name} it",
    "find the {ends} with {name} it",
    "list {ends} whose {name} is it",
)


@dataclass(frozen=True)
class PeopleWords:
    """The ontology, and the words that people ask each of its relations with."""

    ontology: Ontology
    asked: Mapping[str, Sequence[tuple[str, ...]]]


def people_words(ontology: Ontology, worded: Sequence[WordedRelation]) -> PeopleWords:
    """Group the questions by relation; those of relations that the ontology lacks are left out."""
    asked: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for each in worded:
        if each.relation in ontology.relations:
            asked[each.relation].append(each.asked)
    return PeopleWords(ontology, asked)


def path_questions(people: PeopleWords, count: int, seed: int) -> Iterator[PathExample]:
    """Yield `count` examples, the same for a seed; what zero-shot would score is not in them."""
    random, made = Random(seed), 0
    names = sorted(people.asked)
    while made < count:
        drawer = _Drawer(people, draw_graph(people.ontology, names, random), random)
        for example in drawer.examples(min(_A_GRAPH, count - made)):
            made += 1
            yield example


class _Drawer:
    """Draws questions of one graph."""

    def __init__(self, people: PeopleWords, graph: DrawnGraph, random: Random) -> None:
        self._people, self._graph, self._random = people, graph, random
        self._worded = [name for name in graph.relations if name in people.asked]
        self._moves = [move for moves in graph.leaving.values() for move in moves]

    def examples(self, count: int) -> Iterator[PathExample]:
        """Yield at most `count` examples: some draws come to nothing."""
        makers: list[Callable[[], Asked | None]]
        makers = [self._one, self._back, self._chain, self._same, self._same_and_more]
        # Many draws of longer ones come to nothing: what is asked for leads nowhere.
        makers += [self._two, self._two, self._same_and_more, *[self._three] * 4]
        for _ in range(count):
            drawn = self._random.choice(makers)()
            if drawn is not None:
                yield self._example(*drawn)

    def _example(self, words: Sequence[str], meant: MovePath) -> PathExample:
        start = self._graph.start(meant[0])
        paths = [meant, *wrong_paths(self._graph, start, meant, _WRONG, self._random)]
        asked, label = " ".join(words), self._graph.labels.get(start, "")
        candidates = [
            Candidate(asked, label, tuple(map(self._graph.described, path)), 0.0, 1, 1.0)
            for path in paths
        ]
        right = candidates[0].steps
        return PathExample(tuple(candidates), tuple(float(c.steps == right) for c in candidates))

    def _one(self) -> Asked | None:
        if not self._worded:
            return None
        name = self._random.choice(self._worded)
        return self._random.choice(self._people.asked[name]), (Move(name, True),)

    def _two(self) -> Asked | None:
        return self._outer(self._one())

    def _three(self) -> Asked | None:
        return self._outer(self._two())

    def _same_and_more(self) -> Asked | None:
        return self._outer(self._same())

    def _outer(self, inner: Asked | None) -> Asked | None:
        """Ask on from what `inner` asks for, in people's words or by the relation's name."""
        thing = inner and thing_asked(inner[0], self._label(inner[1][-1]))
        if inner is None or not thing:
            return None
        leaving = self._graph.leaving.get(self._graph.end(inner[1][-1]), [])
        worded = [move for move in leaving if move.along and move.relation in self._people.asked]
        if not worded:
            return None
        move = self._random.choice(worded)
        outer = self._random.choice(self._people.asked[move.relation])
        return nested(outer, thing), (*inner[1], move)

    def _chain(self) -> Asked | None:
        """Name one to three relations in turn: "the genre of the film of it"."""
        path: list[Move] = []
        for _ in range(self._random.randint(1, 3)):
            moves = self._graph.leaving.get(self._graph.end(path[-1]), []) if path else self._moves
            onward = [move for move in moves if move.along]
            path += [self._random.choice(onward)] if onward else []
        if not path:
            return None
        names = [self._name(move) for move in path]
        begun = self._random.choice(_CHAINS).split()
        if self._random.random() < 0.5:
            return (*begun, *" s ".join([TOPIC, *names]).split()), tuple(path)
        of = " of ".join([f"the {name}" for name in reversed(names)] + [TOPIC])
        return (*begun, *of.split()), tuple(path)

    def _same(self) -> Asked | None:
        return self._phrased(_SAME, lambda move: (move, Move(move.relation, False)))

    def _back(self) -> Asked | None:
        return self._phrased(_BACK, lambda move: (Move(move.relation, False),))

    def _phrased(self, forms: Sequence[str], path: Callable[[Move], MovePath]) -> Asked | None:
        moves = [m for m in self._moves if m.along and self._returns(m)]
        if not moves:
            return None
        move = self._random.choice(moves)
        meant = path(move)
        text = self._random.choice(forms).format(name=self._name(move), ends=self._ends(meant[-1]))
        return tuple(text.split()), meant

    def _returns(self, move: Move) -> bool:
        return not self._graph.relations[move.relation].end.startswith("type.")

    def _name(self, move: Move) -> str:
        return plain_words(move.relation.rsplit(".", 1)[-1])

    def _label(self, move: Move) -> str:
        return self._graph.labels.get(self._graph.end(move), "") or self._random.choice(_THINGS)

    def _ends(self, move: Move) -> str:
        label = plain_words(self._graph.end(move).rsplit(".", 1)[-1])
        return label if label.endswith("s") else f"{label}s"
