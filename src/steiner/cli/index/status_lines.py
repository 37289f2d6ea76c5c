"""What is indexed, in lines that people read; programs read `steiner status --json`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from steiner.settings import IndexSettings

_STATES = {
    "none": "none: run `steiner index`",
    "building": "not complete: run `steiner index` again, it goes on where it was",
    "refreshing": "complete, not up to date: run `steiner index` again",
    "ready": "ready",
}
_ONLINE = "online 100%"
_CHOICES = (("name", "--name"), ("aliases", "--alias"), ("properties", "--property"))


def status_lines(status: Mapping[str, Any]) -> Iterator[str]:
    """Yield a status, as `steiner.index.live_index.index_status` returns it, line by line."""
    yield from _under("index", [_STATES.get(status["state"], status["state"])])
    if status["state"] == "none":
        yield from _under("graph", [f"{status['graph_nodes']:,} nodes"])
        return
    yield from _under("encoder", [f"{status['model']}, {status['dimensions']} dimensions"])
    amounts = (
        f"{status['nodes']:,} of {status['graph_nodes']:,} nodes",
        f"{status['relationships']:,} relationships with text",
        f"{status['relations']:,} relation texts",
    )
    yield from _under("indexed", [", ".join(amounts)])
    yield from _under("names", [f"{k} by {text}" for k, text in status["telling"].items()])
    yield from _under("looked up", _codes(status["codes"]))
    yield from _under("chosen", _chosen(status["settings"]))
    for walks in ("walks", "triples"):
        own = status[walks] or {}
        yield from _under(walks, [", ".join(f"{k} {v}" for k, v in own.items())] if own else [])
    yield from _under("learnt", _learnt(status["learnt"]))
    yield from _under("database", _indexes(status["indexes"]))
    yield from _under("updated", [status["updated"]] if status["updated"] else [])


def _under(head: str, lines: Sequence[str]) -> Iterator[str]:
    for place, line in enumerate(lines):
        yield f"{'' if place else head:>10}  {line}"


def _codes(codes: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Write which properties of each label or type are looked up only, and what they hold."""
    return [
        f"{name}: {', '.join(f'{property} ({form})' for property, form in own.items())}"
        for name, own in codes.items()
    ]


def _chosen(settings: Mapping[str, Any]) -> list[str]:
    """Write what was chosen at `steiner index`, as its options, and settings of one's own."""
    lines = [f"--label {label}" for label in settings["labels"]]
    lines += [f"--filter {name}" for name in settings["filters"]]
    lines += [f"--range {name}" for name in settings.get("ranges", ())]
    lines += [f"--use-index {name}" for name in [settings.get("use_index")] if name]
    lines += ["--store beside"] * (settings.get("store") == "beside")
    for label, choice in settings["choices"].items():
        for part, option in _CHOICES:
            own = choice.get(part) or ()
            names = [own] if isinstance(own, str) else own
            lines += [f"{option} {label}={name}" for name in names]
    plain = IndexSettings()
    numbers = [k for k in settings if isinstance(getattr(plain, k, None), int)]
    return lines + [f"{k} {settings[k]}" for k in numbers if settings[k] != getattr(plain, k)]


def _learnt(figures: Mapping[str, Any] | None) -> list[str]:
    """Write from how many questions words were learnt, and what that brought."""
    if not figures:
        return []
    text = "of {questions:,} questions each kept back: right {before:.2f} before, {after:.2f} after"
    return [f"words, {text.format(**figures)}"]


def _indexes(states: Mapping[str, str]) -> list[str]:
    """Write how many indexes there are, and each that is not usable yet."""
    late = [f"{name} {state}" for name, state in states.items() if state != _ONLINE]
    return [f"{len(states) - len(late)} of {len(states)} indexes online", *late]
