"""Facts that share an end and a relationship type, told in one line: `A; B directed by C`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from steiner.textualise.facts import Said
from steiner.textualise.queue import Line

_MOST = 8
"""Facts in one line; more would make citations vague."""
_BETWEEN = "; "


class _Key(NamedTuple):
    """What the facts of a group share: the type, and source or target in words."""

    type: str
    shared: str
    source: bool


class Groups:
    """The lines of one text, in the order in which they were begun."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._parts: list[list[Said]] = []
        self._open: dict[_Key, int] = {}

    def joined(self, line: Line) -> tuple[int | None, Line]:
        """Return the place of the line that this one may join, None for a new one; and the line."""
        for key in _keys(line.said):
            place = self._open.get(key)
            if place is not None and len(self._parts[place]) < _MOST and line.said:
                return place, self._with(self.lines[place], [*self._parts[place], line.said], line)
        return None, line

    def put(self, place: int | None, line: Line, said: Said | None) -> None:
        """Take what `joined` returned for a line that says `said`."""
        if place is None:
            place = len(self.lines)
            self.lines.append(line)
            self._parts.append([])
        else:
            self._close(place)
            self.lines[place] = line
        if said:
            self._parts[place].append(said)
            self._open.update(dict.fromkeys(_shared(self._parts[place]), place))

    def _close(self, place: int) -> None:
        for key in [key for key, at in self._open.items() if at == place]:
            del self._open[key]

    def _with(self, line: Line, parts: list[Said], more: Line) -> Line:
        by_source = any(key.source for key in _shared(parts))
        names = dict.fromkeys(said.target if by_source else said.source for said in parts)
        told, (source, type, target) = _BETWEEN.join(names), parts[0]
        text = f"{source} {type} {told}" if by_source else f"{told} {type} {target}"
        nodes = tuple(dict.fromkeys((*line.nodes, *more.nodes)))
        edges = (*line.relationships, *more.relationships)
        return replace(line, text=text, nodes=nodes, relationships=edges)


def _shared(parts: Iterable[Said]) -> set[_Key]:
    """Return the keys that all parts of a line have."""
    return set[_Key].intersection(*(set(_keys(said)) for said in parts))


def _keys(said: Said | None) -> list[_Key]:
    if said is None:
        return []
    return [_Key(said.type, said.target, False), _Key(said.type, said.source, True)]
