"""The page of the settings, read from the frozen dataclasses of their modules."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any, get_type_hints

import steiner

SOURCE = Path(steiner.__file__).parent
ROOMS = ("model_settings", "settings")
_CLAUSE = re.compile(r"(?<=;)\s+|(?<=\.)\s+(?=[`A-Z])")
_NAMES = re.compile(r"(?:`\w+`(?:, | and )?)+:?\s*")

INTRODUCTION = """# Settings

Small frozen dataclasses; `dataclasses.replace` makes one that differs. A value that cannot be
used raises `InvalidInput` at once."""


def settings_page() -> str:
    """Return every setting with its type, default and meaning, as Markdown."""
    return "\n\n".join([INTRODUCTION, *map(_section, _kinds())]) + "\n"


def _kinds() -> Iterator[type]:
    """Yield the dataclasses of the rooms of settings, in the order of their definition."""
    for path in sorted(path for room in ROOMS for path in (SOURCE / room).glob("*.py")):
        name = ".".join(["steiner", *path.relative_to(SOURCE).with_suffix("").parts])
        for kind in vars(importlib.import_module(name)).values():
            if is_dataclass(kind) and isinstance(kind, type) and kind.__module__ == name:
                yield kind


def _section(kind: type) -> str:
    text = " ".join(inspect.cleandoc(kind.__doc__ or "").split())
    hints, told = get_type_hints(kind), meanings(text)
    lines = [f"## {kind.__name__}", "", f"`{_module(kind)}`. {_others(text)}", ""]
    lines += ["| setting | type | default | meaning |", "|---|---|---|---|"]
    lines += [_row(field, hints[field.name], told) for field in fields(kind)]
    return "\n".join(lines)


def _module(kind: type) -> str:
    """Return where a settings class is imported from: its room."""
    return kind.__module__.rpartition(".")[0]


def _row(field: Field[Any], hint: Any, told: dict[str, str]) -> str:
    cells = [f"`{field.name}`", f"`{_type(hint)}`", _default(field, hint)]
    return (
        "| " + " | ".join(c.replace("|", r"\|") for c in [*cells, told.get(field.name, "")]) + " |"
    )


def _type(hint: Any) -> str:
    written = hint.__name__ if isinstance(hint, type) and "[" not in str(hint) else str(hint)
    return re.sub(r"\b(?:\w+\.)+(\w+)", r"\1", written)


def _default(field: Field[Any], hint: Any) -> str:
    if is_dataclass(hint) and isinstance(hint, type):
        own = hint.__module__.split(".")[1] in ROOMS
        page = "" if own else "python.md"
        return f"[{hint.__name__}]({page}#{hint.__name__.lower()})"
    if field.default is not MISSING:
        return f"`{getattr(field.default, '__name__', None) or repr(field.default)}`"
    return "required" if field.default_factory is MISSING else f"`{field.default_factory()!r}`"


def _others(text: str) -> str:
    """Return what a docstring says beside the meanings of single settings."""
    others = " ".join(clause for clause in _CLAUSE.split(text) if not _NAMES.match(clause))
    return others.rstrip(";.") + "."


def meanings(text: str) -> dict[str, str]:
    """Map each setting that a docstring explains to its meaning.

    "`seeds`: how many in all; `vector`, `text`: hits of each index." gives seeds: "how many in
    all", and vector and text: "hits of each index".
    """
    told: dict[str, str] = {}
    for clause in _CLAUSE.split(text):
        if names := _NAMES.match(clause):
            meaning = clause[names.end() :].strip(" .;")
            told |= dict.fromkeys(re.findall(r"\w+", names[0].replace(" and ", "")), meaning)
    return told
