"""What is imported is declared: a package that another one happens to bring may stay away."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def declared(requirements: list[str]) -> set[str]:
    """Return the names of packages, those of steiner's own extras among them."""
    names: set[str] = set()
    for text in requirements:
        name, own = re.match(r"([\w.-]+)(?:\[(.*)\])?", text).groups()  # type: ignore[union-attr]
        if name == "steiner":
            names |= {n for extra in own.split(",") for n in declared(EXTRAS[extra])}
        else:
            names.add(plain(name))
    return names


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def imported(folder: str) -> Iterator[tuple[str, str]]:
    """Yield the packages outside Python's own that a folder's modules import, and where."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        for top in imported_by(path):
            yield top, path.relative_to(ROOT).as_posix()


@cache
def imported_by(path: Path) -> list[str]:
    """Return the packages outside Python's own that a module imports."""
    every: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        every += [name.partition(".")[0] for name in names]
    own = {*sys.stdlib_module_names, "steiner", "__future__"}
    return [name for name in every if name not in own]


@cache
def modules_of_packages() -> Mapping[str, list[str]]:
    return packages_distributions()


def undeclared(folder: str, names: set[str]) -> dict[str, str]:
    brings = modules_of_packages()
    return {
        module: path
        for module, path in imported(folder)
        if not names & {plain(name) for name in brings.get(module, [module])}
    }


def test_every_import_is_of_a_declared_package() -> None:
    known = declared(PROJECT["dependencies"])
    for extra in ("all", "peers", "ray"):
        known |= declared(EXTRAS[extra])
    assert undeclared("src", known) == {}


@pytest.mark.parametrize(
    ("folder", "extras"),
    [
        ("serve", ["serve"]),
        ("integrations/doors", ["serve"]),
        ("integrations/doors", ["mcp"]),
        ("stores", []),
        ("query", []),
        ("question", []),
        ("retrieve", []),
        ("textualise", []),
        ("cli", []),
    ],
)
def test_a_room_needs_no_more_than_its_extra_brings(folder: str, extras: list[str]) -> None:
    known = declared(PROJECT["dependencies"])
    for extra in extras:
        known |= declared(EXTRAS[extra])
    assert undeclared(f"src/steiner/{folder}", known) == {}
