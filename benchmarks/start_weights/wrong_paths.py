"""Wrong paths beside the one that is meant: those that a scorer confuses with it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from start_weights.drawn_graph import DrawnGraph, Move

MovePath = tuple[Move, ...]
_LONGEST = 3


def wrong_paths(
    graph: DrawnGraph, start: str, meant: MovePath, count: int, random: Random
) -> list[MovePath]:
    """Return at most `count` paths from the kind `start`, none of them `meant`.

    They share its beginning or its end, have a step more or less, are one step, or random.
    """
    close = dict.fromkeys([*_same_beginning(graph, start, meant), *_same_end(graph, start, meant)])
    one_step = dict.fromkeys((move,) for move in graph.leaving[start])
    walks = dict.fromkeys(_walk(graph, start, random) for _ in range(count))
    wrong: dict[MovePath, None] = {(): None}
    for some, share in ((close, count // 2), (one_step, 3 * count // 4), (walks, count)):
        drawn = [path for path in some if path != meant and path not in wrong]
        random.shuffle(drawn)
        wrong |= dict.fromkeys(drawn[: max(share - len(wrong), 0)])
    return list(wrong)


def _same_beginning(graph: DrawnGraph, start: str, meant: MovePath) -> Iterable[MovePath]:
    for length in range(len(meant)):
        begun = meant[:length]
        kind = graph.end(begun[-1]) if begun else start
        yield from ((*begun, move) for move in graph.leaving[kind])
        yield begun
    if len(meant) < _LONGEST:
        yield from ((*meant, move) for move in graph.leaving.get(graph.end(meant[-1]), ()))


def _same_end(graph: DrawnGraph, start: str, meant: MovePath) -> Iterable[MovePath]:
    for length in range(1, len(meant)):
        kept = meant[length:]
        joint = graph.start(kept[0])
        yield from ((move, *kept) for move in graph.leaving[start] if graph.end(move) == joint)
    # The way that was meant, taken backwards: same words, other direction.
    if graph.end(meant[-1]) == start:
        yield tuple(Move(move.relation, not move.along) for move in reversed(meant))


def _walk(graph: DrawnGraph, start: str, random: Random) -> MovePath:
    walk: list[Move] = []
    for _ in range(random.randint(1, _LONGEST)):
        leaving = graph.leaving.get(graph.end(walk[-1]) if walk else start, [])
        if leaving:
            walk.append(random.choice(leaving))
    return tuple(walk)
