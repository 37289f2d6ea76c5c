"""A group of commands whose modules are imported when they are called: `--help` takes no second."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from steiner.cli.lean_imports import lean_imports


class LazyGroup(click.Group):
    """Commands by name: the module of steiner.cli that has each, and what it does in a line.

    `alone`: the process is the command's own, so that nobody else's imports are looked after.
    """

    alone = False

    def __init__(self, *given: Any, lazy: Mapping[str, tuple[str, str]], **more: Any) -> None:
        super().__init__(*given, **more)
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None where there is none of this name."""
        if cmd_name not in self.lazy:
            return None
        with lean_imports() if self.alone else nullcontext():
            module = import_module(f"steiner.cli.{self.lazy[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; where there is none of this name, name the nearest."""
        near = get_close_matches(args[0], self.lazy, n=1)
        if args[0] not in self.lazy and near:
            ctx.fail(f"No such command {args[0]!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands and what each does, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, said) for name, (_, said) in self.lazy.items()])
