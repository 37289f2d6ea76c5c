"""What the pages of docs/reference say of commands and settings."""

from __future__ import annotations

import click
from cli_page import cli_page
from settings_page import meanings


def test_a_setting_means_what_its_docstring_says() -> None:
    told = meanings("Where it starts. `seeds`: how many; `vector`, `text`: hits of each. More.")
    assert told == {"seeds": "how many", "vector": "hits of each", "text": "hits of each"}


def test_a_command_lists_its_options_with_defaults() -> None:
    @click.command()
    @click.argument("question")
    @click.option("--budget", default=512, help="Tokens of evidence.")
    @click.option("--width", type=int, help="Of the encoder [1024].")
    @click.option("--plugin/--no-plugin", default=True, help="Use it.")
    @click.option("--kind", type=click.Choice(["a", "b"]), required=True)
    def ask() -> None:
        """Answer QUESTION."""

    page = cli_page(click.Group(commands={"ask": ask}))
    assert "`steiner ask [OPTIONS] QUESTION`\n\nAnswer QUESTION." in page
    assert "| `--budget INTEGER` | `512` | Tokens of evidence. |" in page
    assert "| `--width INTEGER` | 1024 | Of the encoder. |" in page
    assert "| `--plugin/--no-plugin` | `--plugin` | Use it. |" in page
    assert r"| `--kind [a\|b]` | required |  |" in page


def test_options_of_several_commands_are_listed_once() -> None:
    def shared() -> list[click.Parameter]:
        return [click.Option([f"--{name}"]) for name in ("uri", "username", "password")]

    commands = {name: click.Command(name, params=shared()) for name in ("ask", "index")}
    page = cli_page(click.Group(commands=commands))
    assert page.count("`--uri TEXT`") == 1
    assert page.count("And the options of [Connection](#connection).") == 2
