"""Write the pages of docs/reference that are made from the code: `make reference`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cli_page import cli_page
from python_page import python_page
from settings_page import settings_page

from steiner.cli import cli

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
PAGES: dict[str, Callable[[], str]] = {
    "cli.md": lambda: cli_page(cli),
    "settings.md": settings_page,
    "python.md": python_page,
}


def main() -> None:
    """Write every page."""
    for name, render in PAGES.items():
        (FOLDER / name).write_text(render(), encoding="utf-8")


if __name__ == "__main__":
    main()
