"""The members of a JSON file that is one large object, each read when it is asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from steiner.errors import InvalidInput

_CHUNK = 4_000_000
"""Characters read at once: a member that is longer is read again until it is whole."""
_DECODER = json.JSONDecoder()


class Place(NamedTuple):
    """Where a member's value stands in a file, in bytes."""

    offset: int
    length: int


def members(path: Path) -> Iterator[tuple[str, Place, Any]]:
    """Yield name, place and value of each member, which are objects themselves.

    Raises InvalidInput where the file is none of this kind, or ends in the middle.
    """
    # Of Latin-1 a character is a byte; what is UTF-8 is decoded again where it is read.
    with path.open(encoding="latin-1", newline="") as file:
        reading, count = _Reading(path, file), 0
        reading.expect("{", "a JSON object at the beginning")
        while reading.next_mark() != "}":
            name = reading.value(count)
            reading.expect(":", f"a colon after {name!r}")
            begin = reading.offset()
            value = reading.value(count)
            count += 1
            place = Place(begin, reading.offset() - begin)
            yield str(_decoded(name)), place, _decoded(value)


def read_member(path: Path, place: Place) -> Any:
    """Return the value at a place."""
    with path.open("rb") as file:
        file.seek(place.offset)
        return json.loads(file.read(place.length))


class _Reading:
    """What of a file was read and not used yet."""

    def __init__(self, path: Path, file: TextIO) -> None:
        self._path, self._file = path, file
        self._text, self._at, self._dropped = "", 0, 0

    def offset(self) -> int:
        """Return how many characters were used, white space before the next one too."""
        self._skip(" \t\r\n")
        return self._dropped + self._at

    def next_mark(self) -> str:
        """Return the next character after white space and commas, unused."""
        self._skip(", \t\r\n")
        if self._at == len(self._text):
            raise self._cut_off("expected another member, or the end of the object")
        return self._text[self._at]

    def expect(self, mark: str, expected: str) -> None:
        """Use a character. Raises InvalidInput for another one."""
        self._skip(" \t\r\n")
        if self._text[self._at : self._at + 1] != mark:
            raise InvalidInput(f"{self._path}: expected {expected}, got {self._near()!r}.")
        self._at += 1

    def value(self, count: int) -> Any:
        """Use a whole text or object, and return it; `count` members came before."""
        self._skip(" \t\r\n")
        if self._text[self._at : self._at + 1] not in ('"', "{"):
            raise InvalidInput(
                f"{self._path}: expected named JSON objects, got {self._near()!r} after {count:,}."
            )
        while True:
            try:
                value, self._at = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError:
                if not self._more():
                    raise self._cut_off(f"{count:,} members are whole") from None
            else:
                return value

    def _skip(self, characters: str) -> None:
        while True:
            rest = self._text[self._at :].lstrip(characters) if self._at < len(self._text) else ""
            self._at = len(self._text) - len(rest)
            if rest or not self._more():
                return

    def _more(self) -> bool:
        chunk = self._file.read(_CHUNK)
        self._dropped += self._at
        self._text, self._at = self._text[self._at :] + chunk, 0
        return bool(chunk)

    def _near(self) -> str:
        return self._text[self._at : self._at + 40]

    def _cut_off(self, expected: str) -> InvalidInput:
        return InvalidInput(
            f"{self._path} ends, or breaks off, in the middle, at {self._near()!r}: {expected}. "
            f"Fetch it again."
        )


def _decoded(value: Any) -> Any:
    """Return what was read as Latin-1 as the UTF-8 that it is."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("latin-1").decode("utf-8", "replace")
    if isinstance(value, dict):
        return {_decoded(name): _decoded(inner) for name, inner in value.items()}
    return [_decoded(inner) for inner in value] if isinstance(value, list) else value
