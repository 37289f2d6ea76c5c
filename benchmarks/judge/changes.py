"""What changed since the last run: questions that were gained and lost, by set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.lines import Line

_SHOWN = 10
Pairs = Sequence[tuple[Line, Line]]


def changes(earlier: Mapping[str, list[Line]], now: Mapping[str, list[Line]]) -> list[str]:
    """Return a report in Markdown, a part for each set in which a question changed."""
    return [line for name in now for line in _changed(name, earlier.get(name, []), now[name])]


def brief(report: Sequence[str]) -> Iterator[str]:
    """Yield the report with at most ten questions of each list."""
    listed = 0
    for line in report:
        listed = listed + 1 if line.startswith("- ") else 0
        if listed <= _SHOWN:
            yield line
        elif listed == _SHOWN + 1:
            yield "- ... (all: changed.md)"


def _changed(name: str, earlier: Sequence[Line], now: Sequence[Line]) -> Iterator[str]:
    known = {line.id: line for line in earlier}
    pairs = [(known[line.id], line) for line in now if line.id in known]
    kinds: dict[str, Pairs] = {
        "gained": [p for p in pairs if p[1].right and not p[0].right],
        "lost": [p for p in pairs if p[0].right and not p[1].right],
        "newly wrong and exact": [p for p in pairs if _misleads(p[1]) and not _misleads(p[0])],
        "no more wrong and exact": [p for p in pairs if _misleads(p[0]) and not _misleads(p[1])],
    }
    otherwise = sum(before.reading != after.reading for before, after in pairs)
    if otherwise or any(kinds.values()):
        counts = "".join(f", {len(own)} {kind}" for kind, own in kinds.items() if own)
        yield f"## {name}: {otherwise} read otherwise{counts}"
    for kind, own in kinds.items():
        yield from _listed(kind, own)


def _misleads(line: Line) -> bool:
    return line.exact and not line.right


def _listed(kind: str, pairs: Pairs) -> Iterator[str]:
    if pairs:
        yield f"{kind}:"
    for before, after in pairs:
        read = after.reading if after.reading == before.reading else _both(before, after)
        yield f"- {after.id}: {after.question} [{read}]"


def _both(before: Line, after: Line) -> str:
    return f"{before.reading or 'nothing'} -> {after.reading or 'nothing'}"
