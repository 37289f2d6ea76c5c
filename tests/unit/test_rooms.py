"""The house as a whole: who may import whom, and that a name is given once."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from itertools import takewhile
from pathlib import Path

import pytest

import steiner

SOURCE = Path(steiner.__file__).parent
ORDER = (
    # ground
    "errors", "keywords", "redaction", "whole_files", "algebra", "graph", "columns", "evidence",
    "answer", "text", "filters", "settings", "textual_graph", "model_settings", "calls", "progress",
    "embed", "jobs", "artefact", "display",
    # rooms: a later one may import an earlier one
    "stores", "exports", "index", "lexicon", "question", "query", "textualise", "retrieve",
    "models", "generate", "train", "systems",
    # what joins them for a caller
    "chosen", "session", "gathering", "runs", "doctor", "evaluate", "integrations", "serve", "cli",
    "__main__",
)  # fmt: skip
LAZY = {("__init__", "session")}
"""The package's own names are imported when they are asked for."""


@cache
def modules() -> list[tuple[str, ast.Module]]:
    """Return each module's path inside the package, and what it says."""
    return [
        (path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(SOURCE.rglob("*.py"))
    ]


def room(path: str) -> str:
    return path.split("/")[0].removesuffix(".py")


def imported(tree: ast.Module) -> set[str]:
    """Return the rooms that a module imports, inside functions and for types, too."""
    rooms: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            if parts[0] == "steiner":
                rooms |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            names = (alias.name.split(".") for alias in node.names)
            rooms |= {name[1] for name in names if name[0] == "steiner" and len(name) > 1}
    return rooms


def arrows() -> dict[str, set[str]]:
    """Return which rooms each room imports, itself left out."""
    found: dict[str, set[str]] = defaultdict(set)
    for path, tree in modules():
        found[room(path)] |= imported(tree) - {room(path)}
    return found


def test_every_room_stands_in_the_order() -> None:
    assert set(arrows()) - {"__init__"} <= set(ORDER)


def test_rooms_import_only_rooms_before_them() -> None:
    place = {name: number for number, name in enumerate(ORDER)}
    upwards: dict[str, set[str]] = defaultdict(set)
    for user, used in arrows().items():
        if user == "__init__":
            continue
        for name in used:
            if place[name] > place[user]:
                upwards[user].add(name)
    assert not upwards


def test_packages_have_no_circles() -> None:
    found = arrows()
    circles = {
        frozenset((user, used))
        for user in found
        for used in found[user]
        if user in _reached(found, used) and (user, used) not in LAZY
    }
    assert not circles


def inner_arrows() -> dict[str, set[str]]:
    """Return which folders inside a room each of them imports: query/naming query/english."""
    arrows: dict[str, set[str]] = defaultdict(set)
    for path, tree in modules():
        own = path.split("/")[:-1]
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("steiner."):
                other = str(node.module).split(".")[1:]
                pairs = zip(own, other, strict=False)
                same = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
                user, used = ("/".join(parts[: same + 1]) for parts in (own, other))
                if 0 < same < len(own) and (SOURCE / used).is_dir():
                    arrows[user].add(used)
    return arrows


def test_folders_of_a_room_import_one_way() -> None:
    arrows = inner_arrows()
    assert "query/computing/meaning" in arrows["query/computing/ranking"]
    circles = {
        frozenset((user, used))
        for user in list(arrows)
        for used in arrows[user]
        if user in _reached(arrows, used)
    }
    assert circles == set()


def _reached(found: dict[str, set[str]], start: str) -> set[str]:
    reached, waiting = {start}, [start]
    while waiting:
        for name in found.get(waiting.pop(), set()) - reached:
            reached.add(name)
            waiting.append(name)
    return reached


def test_a_public_class_name_is_given_once() -> None:
    owners: dict[str, list[str]] = defaultdict(list)
    for path, tree in modules():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                owners[node.name].append(path)
    twice = {name for name, paths in owners.items() if len(paths) > 1}
    assert not twice


def test_a_file_name_is_given_once() -> None:
    owners: dict[str, list[str]] = defaultdict(list)
    for path, _ in modules():
        if not path.endswith("__init__.py"):
            owners[path.rpartition("/")[2]].append(path)
    twice = {name: paths for name, paths in owners.items() if len(paths) > 1}
    assert not twice


@pytest.mark.parametrize("name", ["helpers", "utils", "manager", "common", "misc"])
def test_no_room_is_a_drawer_of_odds_and_ends(name: str) -> None:
    assert not [path for path, _ in modules() if name in path.replace(".py", "").split("/")]


def test_a_variable_is_called_by_what_it_is() -> None:
    vague = {"found", "told", "held"}
    used = {
        f"{path}:{node.lineno}"
        for path, tree in modules()
        for node in ast.walk(tree)
        if (isinstance(node, ast.Name) and node.id in vague)
        or (isinstance(node, ast.arg) and node.arg in vague)
    }
    assert used == set()


def test_a_system_is_short_enough_to_read_as_the_method_section_of_its_paper() -> None:
    files = {path.name: path for path in (SOURCE / "systems").glob("*.py")}
    systems = set(files) - {"__init__.py", "system.py"}
    assert len(systems) == 6
    lengths = {name: len(files[name].read_text(encoding="utf-8").splitlines()) for name in systems}
    assert {name: length for name, length in lengths.items() if not 40 <= length <= 90} == {}
