"""The page of the command line, read from its commands."""

from __future__ import annotations

import re
from pathlib import Path

import click

TITLES = {"--uri": "Connection", "--system": "Retrieval"}
"""Groups of shared options by the option that each has."""
FEWEST = 3
"""So many options that one set of commands shares are listed once."""
_BRACKET = re.compile(r"\s*\[([^\]]+)\](\.?)$")

Row = tuple[str, str, str]
Rows = list[Row]


def cli_page(group: click.Group) -> str:
    """Return every command of `group` with its options, defaults and help, as Markdown."""
    context = click.Context(group)
    named = {name: group.get_command(context, name) for name in group.list_commands(context)}
    commands = {name: command for name, command in named.items() if command}
    rows = {name: _rows(command) for name, command in commands.items()}
    shared = _shared(rows)
    parts = [
        f"# Command line\n\n{_help(group)} `steiner COMMAND --help` says the same as this page."
    ]
    parts += [_command(name, commands[name], rows[name], shared) for name in rows]
    parts += [f"## {title}\n\n{_table(same)}" for title, same in shared.items()]
    return "\n\n".join(parts) + "\n"


def _shared(commands: dict[str, Rows]) -> dict[str, Rows]:
    """Return the groups of options that the same several commands have, by title."""
    owners: dict[Row, tuple[str, ...]] = {}
    for name, rows in commands.items():
        for row in rows:
            owners[row] = (*owners.get(row, ()), name)
    groups: dict[tuple[str, ...], Rows] = {}
    for row, names in owners.items():
        groups.setdefault(names, []).append(row)
    wide = {names: rows for names, rows in groups.items() if len(names) > 1}
    return {_title(n, rows): rows for n, rows in wide.items() if len(rows) >= FEWEST}


def _title(names: tuple[str, ...], rows: Rows) -> str:
    titles = [title for option, title in TITLES.items() if any(option in row[0] for row in rows)]
    return titles[0] if titles else f"Options of {', '.join(names)}"


def _command(name: str, command: click.Command, rows: Rows, shared: dict[str, Rows]) -> str:
    own = [row for row in rows if all(row not in same for same in shared.values())]
    arguments = [_argument(p) for p in command.params if isinstance(p, click.Argument)]
    usage = " ".join(["steiner", name, "[OPTIONS]", *arguments])
    links = [_link(title) for title, same in shared.items() if same[0] in rows]
    parts = [f"## {name}", f"`{usage}`", _help(command)]
    parts += [_table(own)] if own else []
    parts += [f"And the options of {' and '.join(links)}."] if links else []
    return "\n\n".join(parts)


def _link(title: str) -> str:
    return f"[{title}](#{title.lower().replace(',', '').replace(' ', '-')})"


def _argument(argument: click.Argument) -> str:
    written = (argument.name or "").upper() + ("..." if argument.nargs == -1 else "")
    return written if argument.required else f"[{written}]"


def _help(command: click.Command) -> str:
    return " ".join((command.help or "").split())


def _rows(command: click.Command) -> Rows:
    return [_row(p, command) for p in command.params if isinstance(p, click.Option)]


def _row(option: click.Option, command: click.Command) -> Row:
    names = "/".join([*option.opts, *option.secondary_opts])
    kind = "" if option.is_flag else " " + option.make_metavar(click.Context(command))
    meaning, bracket = option.help or "", _BRACKET.search(option.help or "")
    if bracket:
        meaning = meaning[: bracket.start()] + bracket[2]
    default = bracket[1] if bracket else _default(option)
    return f"`{names}{kind.removesuffix(' RANGE')}`", default, meaning


def _default(option: click.Option) -> str:
    if option.required:
        return "required"
    if option.is_flag:
        on_off = [*option.opts, *option.secondary_opts] if option.secondary_opts else []
        return f"`{on_off[not option.default]}`" if on_off and option.default is not None else ""
    shown = isinstance(option.default, str | int | float | Path) and option.default != ""
    return f"`{option.default}`" if shown else ""


def _table(rows: Rows) -> str:
    lines = ["| option | default | meaning |", "|---|---|---|"]
    lines += ["| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)
