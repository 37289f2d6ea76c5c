"""What of a model's text is its reply: neither its thinking nor the marks that end a turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from steiner.errors import ModelFailed
from steiner.textualise.data_text import THINKING, TURN_ENDS

_CLOSES = dict(THINKING)
_OPENING = ("<|channel|>final<|message|>", "<|start|>assistant")
"""Marks before a reply, which are left out."""
_STRAY = tuple(close for _, close in THINKING if close not in TURN_ENDS)
_MARKS = (*_CLOSES, *_STRAY, *_OPENING, *TURN_ENDS)
_MARK = re.compile("|".join(map(re.escape, sorted(_MARKS, key=len, reverse=True))), re.IGNORECASE)
SILENT = "The model thought and wrote no answer. Give it more tokens, or have it think less."
_OPENED_BY = {close: opening for opening, close in THINKING if close in _STRAY}
_LONGEST = max(map(len, _MARKS))


def reply(text: str) -> str:
    """Return what a whole text replies.

    reply("<think>Ann? No.</think>Bob.<|im_end|>") is "Bob.". What stands before a mark that closes
    thinking which nothing opened is thinking, too: some models begin within it.
    """
    return "".join(reply_pieces([_after_unopened(text)])).strip()


def reply_pieces(pieces: Iterable[str]) -> Iterator[str]:
    """Yield what a text replies that comes piece by piece.

    The mark of thinking that nothing opened is left in it: what stands before it is out already.
    """
    waiting, close = "", ""
    for piece in pieces:
        waiting += piece
        while waiting:
            if close:  # Within the thinking.
                _, closed, rest = _parted(waiting, close)
                waiting = rest if closed else waiting[-_LONGEST:]
                if not closed:
                    break
                close, waiting = "", waiting.lstrip()
                continue
            mark = _MARK.search(waiting)
            ready = waiting[: mark.start()] if mark else waiting[: _certain(waiting)]
            if ready:
                yield ready
            waiting = waiting[mark.end() if mark else len(ready) :]
            name = mark.group().lower() if mark else ""
            if name in TURN_ENDS:
                return
            if name in _STRAY:
                yield name
            close = _CLOSES.get(name, "")
            if not mark:
                break
    if waiting and not close:
        yield waiting


def spoken(pieces: Iterable[str]) -> Iterator[str]:
    """Yield as `reply_pieces`. Raises ModelFailed where a model thought and replied nothing."""
    wrote, said = False, False

    def noted() -> Iterator[str]:
        nonlocal wrote
        for piece in pieces:
            wrote = wrote or bool(piece.strip())
            yield piece

    for piece in reply_pieces(noted()):
        said = said or bool(piece.strip())
        yield piece
    if wrote and not said:
        raise ModelFailed(SILENT)


def opened_by(prompt: str) -> str:
    """Return the mark with which a chat template begins the model's thinking; "" for none."""
    ending = prompt.rstrip().lower()
    return next((mark for mark in _CLOSES if ending.endswith(mark)), "")


class Beginning:
    """How the texts of one model begin: some do within their thinking, and say where that ends.

    Of a model that is new nothing is certain before its first text is whole, or has a mark.
    """

    def __init__(self) -> None:
        self._opens: str | None = None

    def marked(self, pieces: Iterable[str]) -> Iterator[str]:
        """Yield the pieces of a text, its thinking opened by a mark where the model left that out.

        Pieces "Bob? No.", "</think>Ann" are "<think>", "Bob? No.</think>Ann".
        """
        if self._opens == "":
            yield from pieces
            return
        waiting, rest = list[str](), iter(pieces)
        mark: re.Match[str] | None = None
        for piece in rest:
            waiting.append(piece)
            if mark := _MARK.search("".join(waiting)):
                self._opens = _OPENED_BY.get(mark.group().lower(), "")
                break
        yield from (self._opened(bool(mark)), *waiting) if any(waiting) else ()
        yield from rest

    def _opened(self, marked: bool) -> str:
        """Return the mark that opens a text; one without any is judged afresh the next time."""
        opens = self._opens or ""
        if not marked:
            self._opens = None if opens else ""
        return opens


def _after_unopened(text: str) -> str:
    """Cut what stands before the first mark that closes thinking, where nothing opened it."""
    for mark in _MARK.finditer(text):
        name = mark.group().lower()
        if name in _STRAY:
            return text[mark.end() :]
        if name in _CLOSES:
            return text
    return text


def _parted(text: str, close: str) -> tuple[str, str, str]:
    at = text.lower().find(close)
    return (text, "", "") if at < 0 else (text[:at], close, text[at + len(close) :])


def _certain(text: str) -> int:
    """Return how many characters from the start on cannot be of a mark that is not whole yet."""
    for start in range(max(0, len(text) - _LONGEST), len(text)):
        if text[start] in "<[◁" and any(m.startswith(text[start:].lower()) for m in _MARKS):
            return start
    return len(text)
