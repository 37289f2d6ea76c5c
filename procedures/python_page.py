"""The page of the Python interface, read from the public names of its modules."""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

from steiner.errors import SteinerError

MODULES = ("steiner", "steiner.integrations.langchain")


def python_page() -> str:
    """Return signatures and docstrings of the public names, and the errors, as Markdown."""
    parts = ["# Python"]
    for name in MODULES:
        module = importlib.import_module(name)
        parts += [f"## `{name}`", *(_entry(public, module) for public in module.__all__)]
    return "\n\n".join([*parts, _errors()]) + "\n"


def _entry(name: str, module: Any) -> str:
    thing = getattr(module, name)
    tree = ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]
    parts = [f"### {name}", _code("\n".join(_signatures(tree))), _text(thing)]
    if isinstance(tree, ast.ClassDef):
        parts += [f"`{n.name}`: {_text(getattr(thing, n.name))}" for n in _methods(tree)]
    return "\n\n".join(part for part in parts if part)


def _signatures(tree: ast.AST) -> Iterator[str]:
    if isinstance(tree, ast.FunctionDef):
        yield _signature(tree)
    if isinstance(tree, ast.ClassDef):
        yield f"class {tree.name}({', '.join(ast.unparse(base) for base in tree.bases)})".replace(
            "()", ""
        )
        for node in tree.body:
            if isinstance(node, ast.AnnAssign):
                yield f"    {ast.unparse(node)}"
            elif node in list(_methods(tree)) or _is_constructor(node):
                yield textwrap.indent(_signature(node), "    ")


def _is_constructor(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name == "__init__"


def _methods(tree: ast.ClassDef) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name[0] != "_":
            yield node


def _signature(node: Any) -> str:
    """Write the head of a function as it stands in the source, without a body."""
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    before = "".join(f"@{ast.unparse(d)}\n" for d in node.decorator_list)
    word = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    return f"{before}{word} {node.name}({ast.unparse(node.args)}){returns}"


def _text(thing: Any) -> str:
    return inspect.cleandoc(getattr(thing, "__doc__", "") or "")


def _code(text: str) -> str:
    # Not marked as Python: these lines are read, not run.
    return f"```text\n{text}\n```"


def _errors() -> str:
    lines = ["## Errors", "", "Catch `steiner.SteinerError`, or one of `steiner.errors`:", ""]
    lines += ["| error | when |", "|---|---|"]
    lines += [
        f"| `{e.__name__}` | {' '.join(_text(e).split())} |" for e in SteinerError.__subclasses__()
    ]
    return "\n".join(lines)
