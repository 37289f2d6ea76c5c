"""Reads the lines of a data set: a broken one is named by number, and stops or is left out."""

from __future__ import annotations

import bz2
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from steiner.errors import InvalidInput
from steiner.evaluate.datasets.files.on_demand import OnDemand
from steiner.evaluate.datasets.gold import GoldQuestion, Triple

Build = Callable[[Any], GoldQuestion]
_CUT = " The file ends with this line: where it was cut off, fetch it again."
_SHOWN = 40
"""Bytes of the end of a file that breaks off."""


def json_questions(path: Path, build: Build, broken: list[str] | None) -> tuple[GoldQuestion, ...]:
    """Build a question of each line of a JSONL, which may be packed (.bz2)."""
    return text_questions(path, lambda line: build(_json(line)), broken)


def text_questions(
    path: Path, build: Callable[[str], GoldQuestion], broken: list[str] | None, heads: int = 0
) -> tuple[GoldQuestion, ...]:
    """Build a question of each line after the `heads` first.

    One without gold answers, or of an id that was used before, is broken.
    """
    lines = islice(enumerate(read_text_lines(path), 1), heads, None)
    return tuple(question for _, question in each_question(path, lines, build, broken))


def streamed_questions(path: Path, build: Build, broken: list[str] | None) -> OnDemand:
    """Check a question of each line of a JSONL, and read them again when they are asked for.

    Those without gold answers are kept, and counted.
    """
    places = list(_places(path))

    def read(number: int) -> GoldQuestion:
        return build(_json(_text_at(path, *places[number - 1])))

    lines = ((number, _text_at(path, *place)) for number, place in enumerate(places, 1))
    kept, unanswered = [], 0
    for number, question in each_question(path, lines, lambda t: build(_json(t)), broken, True):
        kept.append(number)
        unanswered += not any(answer.strip() for answer in question.answers)
    return OnDemand(kept, read, unanswered=unanswered)


def each_question(
    path: Path,
    lines: Iterable[tuple[int, str]],
    build: Callable[[str], GoldQuestion],
    broken: list[str] | None,
    unanswered: bool = False,
) -> Iterator[tuple[int, GoldQuestion]]:
    """Yield the question of each numbered line. `unanswered`: those without gold answers too.

    A broken line raises InvalidInput with its number or, where `broken` is given, is added to it.
    """
    known: set[str] = set()
    for number, line in lines:
        if not line.strip():
            continue
        try:
            question = _checked(build(line), known, unanswered)
        except (InvalidInput, KeyError, TypeError, ValueError) as error:
            cut = "" if line.endswith("\n") or broken is not None else _CUT
            message = f"{path}, line {number}: {_reason(error)}{cut}"
            if broken is None:
                raise InvalidInput(message) from error
            broken.append(message)
            continue
        known.add(question.id)
        yield number, question


def read_json(path: Path) -> Any:
    """Read a whole JSON file. Raises InvalidInput where it is none."""
    try:
        return _json("".join(read_text_lines(path)))
    except ValueError as error:
        raise InvalidInput(f"{path}: {error}") from error


def read_triples(path: Path, mark: str) -> tuple[Triple, ...]:
    """Read head, relation and tail a line, parted by `mark`. Raises InvalidInput as by number."""
    triples = []
    for number, line in enumerate(read_text_lines(path), 1):
        parts = line.rstrip("\r\n").split(mark)
        if len(parts) == 3:
            triples.append((parts[0], parts[1], parts[2]))
        elif line.strip():
            cut = "" if line.endswith("\n") else _CUT
            raise InvalidInput(
                f"{path}, line {number}: expected head{mark}relation{mark}tail, got {line[:80]!r}."
                f"{cut}"
            )
    check_end(path)
    return tuple(triples)


def check_end(path: Path) -> None:
    """Raise InvalidInput for a text file that ends in the middle of a line.

    Of a table without a mark at its end nothing else tells one that was cut off.
    """
    with path.open("rb") as file:
        file.seek(-min(_SHOWN, path.stat().st_size), os.SEEK_END)
        last = file.read()
    if not last.endswith(b"\n"):
        raise InvalidInput(
            f"{path} ends in the middle of a line, {last.decode('utf-8', 'replace')!r}: where it "
            f"was cut off, fetch it again; where it is whole, end it with a new line."
        )


def texts(values: Any) -> tuple[str, ...]:
    """Return a list's values as texts: names such as `NA`, numbers and dates stay as written."""
    return tuple(value if isinstance(value, str) else json.dumps(value) for value in listed(values))


def listed(values: Any) -> list[Any]:
    """Return a list as it is. Raises ValueError for anything else."""
    if not isinstance(values, list):
        raise ValueError(f"expected a list, got {values!r:.80}.")
    return values


def read_text_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a text file, which may be packed (.bz2). Raises InvalidInput as named."""
    try:
        with _opened(path) as file:
            yield from file
    except EOFError as error:
        raise InvalidInput(
            f"{path} breaks off, in the middle of the packed text: fetch it again."
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} cannot be read: {error}.") from error


def _places(path: Path) -> Iterator[tuple[int, int]]:
    """Yield where each line of a file begins, and how long it is, in bytes."""
    try:
        with path.open("rb") as file:
            begin = 0
            for line in file:
                yield begin, len(line)
                begin += len(line)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error}.") from error


def _text_at(path: Path, offset: int, length: int) -> str:
    with path.open("rb") as file:
        file.seek(offset)
        try:
            return file.read(length).decode("utf-8-sig" if offset == 0 else "utf-8")
        except UnicodeDecodeError as error:
            raise InvalidInput(f"{path} cannot be read: {error}.") from error


def _opened(path: Path) -> TextIO:
    packed = path.suffix == ".bz2"
    return bz2.open(path, "rt", encoding="utf-8") if packed else path.open(encoding="utf-8-sig")


def _json(line: str) -> Any:
    parsed: Any = None
    with suppress(json.JSONDecodeError, RecursionError):
        parsed = json.loads(line)
    if not isinstance(parsed, dict):
        raise ValueError(f"expected a JSON object, got {line[:80]!r}.")
    return parsed


def _checked(question: GoldQuestion, known: set[str], unanswered: bool) -> GoldQuestion:
    if question.id in known:
        raise ValueError(f"the id {question.id!r} was used before.")
    if not unanswered and not any(answer.strip() for answer in question.answers):
        raise ValueError("expected at least one gold answer, got none.")
    if not question.text.strip():
        raise ValueError("expected a question, got an empty text.")
    return question


def _reason(error: Exception) -> str:
    return f"the field {error} is missing." if isinstance(error, KeyError) else str(error)
