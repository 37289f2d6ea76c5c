"""Questions over drawn graphs, each with the path that it means and with wrong ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from start_weights.drawn_graph import DrawnGraph, Move, draw_graph
from start_weights.nesting import nested, shortened, thing_asked
from start_weights.ontology import Ontology
from start_weights.people_words import TOPIC, WordedRelation
from start_weights.wrong_paths import MovePath, wrong_paths
from steiner.models.paths.candidates import Candidate, PathExample
from steiner.text import plain_words

Asked = tuple[tuple[str, ...], MovePath]
_WRONG = 23
_A_GRAPH = 12
"""Questions drawn of one graph."""
_THINGS = ("", "that", "the")
_LENGTHS = (1, 2, 2, 3, 3, 3)
"""Steps of chains: longer ones are seldom else, and graphs of people are asked them."""
_WAY_BACK, _OWN_KIND, _SHORTENED, _MANY = 0.1, 0.3, 0.5, 0.4
"""How often a question goes back over the relation it came by ("other films of its director"),
a chain begins with a relation of a kind to itself ("parent"), a clause loses its "that was", and
a thing is asked for in the plural."""
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

    def of(self, move: Move) -> Sequence[tuple[str, ...]]:
        """Return the questions for a step; those of the way back are its reverse's own."""
        return self.asked.get(self._way(move), ())

    def name(self, move: Move) -> str:
        """Return what a step is called in words; nothing for a way back without a name."""
        return plain_words(self._way(move).rsplit(".", 1)[-1])

    def _way(self, move: Move) -> str:
        return move.relation if move.along else self.ontology.reverse.get(move.relation, "")


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
        drawer = QuestionDrawer(people, draw_graph(people.ontology, names, random), random)
        for example in drawer.examples(min(_A_GRAPH, count - made)):
            made += 1
            yield example


def path_example(
    graph: DrawnGraph, words: Sequence[str], meant: MovePath, random: Random
) -> PathExample:
    """Return the question of `words` with the path that it means and with wrong ones."""
    start = graph.start(meant[0])
    paths = [meant, *wrong_paths(graph, start, meant, _WRONG, random)]
    asked, label = " ".join(words), graph.labels.get(start, "")
    candidates = [
        Candidate(asked, label, tuple(map(graph.described, path)), 0.0, 1, 1.0) for path in paths
    ]
    right = candidates[0].steps
    return PathExample(tuple(candidates), tuple(float(c.steps == right) for c in candidates))


class QuestionDrawer:
    """Draws questions of one graph."""

    def __init__(self, people: PeopleWords, graph: DrawnGraph, random: Random) -> None:
        self._people, self._graph, self._random = people, graph, random
        self._moves = [move for moves in graph.leaving.values() for move in moves]
        self._worded = [move for move in self._moves if people.of(move)]

    def examples(self, count: int) -> Iterator[PathExample]:
        """Yield at most `count` examples."""
        for asked in self.asked(count):
            yield path_example(self._graph, *asked, self._random)

    def asked(self, count: int) -> Iterator[Asked]:
        """Yield at most `count` questions, the name masked, with the path that is meant.

        Some draws come to nothing.
        """
        makers: list[Callable[[], Asked | None]]
        makers = [self._one, self._back, self._same, *[self._chain] * 3]
        # Many draws of longer ones come to nothing: what is asked for leads nowhere.
        makers += [self._two, self._two, *[self._same_and_more] * 2, *[self._three] * 4]
        for _ in range(count):
            drawn = self._random.choice(makers)()
            if drawn is not None:
                yield drawn

    def _one(self) -> Asked | None:
        if not self._worded:
            return None
        move = self._random.choice(self._worded)
        return self._random.choice(self._people.of(move)), (move,)

    def _two(self) -> Asked | None:
        return self._outer(self._one())

    def _three(self) -> Asked | None:
        return self._outer(self._two())

    def _same_and_more(self) -> Asked | None:
        return self._outer(self._same())

    def _outer(self, inner: Asked | None) -> Asked | None:
        """Ask on from what `inner` asks for, in people's words."""
        thing = inner and thing_asked(inner[0], self._label(inner[1][-1]))
        if inner is None or not thing:
            return None
        if self._random.random() < _SHORTENED:
            thing = shortened(thing)
        last = inner[1][-1]
        leaving = self._graph.leaving.get(self._graph.end(last), [])
        move = self._onward([m for m in leaving if self._people.of(m)], last)
        if move is None:
            return None
        outer = self._random.choice(self._people.of(move))
        return nested(outer, thing), (*inner[1], move)

    def _onward(self, moves: Sequence[Move], last: Move) -> Move | None:
        """Draw a step after `last`, the way back over its relation now and then."""
        back = Move(last.relation, not last.along)
        if back in moves and self._random.random() < _WAY_BACK:
            return back
        return self._random.choice(moves) if moves else None

    def _chain(self) -> Asked | None:
        """Name one to three relations in turn: "the genre of the film of it"."""
        path: list[Move] = []
        length = self._random.choice(_LENGTHS)
        moves = self._moves
        while len(path) < length:
            named = [move for move in moves if self._people.name(move)]
            move = self._onward(named, path[-1]) if path else self._drawn(named)
            if move is None:
                break
            path.append(move)
            moves = self._graph.leaving.get(self._graph.end(move), [])
        if not path:
            return None
        names = [self._people.name(move) for move in path]
        begun = self._random.choice(_CHAINS).split()
        if self._random.random() < 0.5:
            return (*begun, *" s ".join([TOPIC, *names]).split()), tuple(path)
        of = " of ".join([f"the {name}" for name in reversed(names)] + [TOPIC])
        return (*begun, *of.split()), tuple(path)

    def _drawn(self, moves: Sequence[Move]) -> Move | None:
        """Draw a step, more often one that leads to its own kind: there chains go on."""
        own = [move for move in moves if self._graph.start(move) == self._graph.end(move)]
        drawn = own if own and self._random.random() < _OWN_KIND else moves
        return self._random.choice(drawn) if drawn else None

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
        name, ends = self._people.name(move), self._ends(meant[-1])
        text = self._random.choice(forms).format(name=name, ends=ends)
        return tuple(text.split()), meant

    def _returns(self, move: Move) -> bool:
        return not self._graph.relations[move.relation].end.startswith("type.")

    def _label(self, move: Move) -> str:
        label = self._graph.labels.get(self._graph.end(move), "")
        if label and self._random.random() < _MANY:
            return self._ends(move)
        return label or self._random.choice(_THINGS)

    def _ends(self, move: Move) -> str:
        label = plain_words(self._graph.end(move).rsplit(".", 1)[-1])
        return label if label.endswith("s") else f"{label}s"
