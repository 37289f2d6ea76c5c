"""Write the pages that are made from the code, and the index of decisions: `make reference`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cli_page import cli_page
from decisions_page import decisions_page
from python_page import python_page
from settings_page import settings_page

from steiner.cli import cli

DOCS = Path(__file__).parents[1] / "docs"
PAGES: dict[str, Callable[[], str]] = {
    "reference/cli.md": lambda: cli_page(cli),
    "reference/settings.md": settings_page,
    "reference/python.md": python_page,
    "decisions.md": decisions_page,
}


def main() -> None:
    """Write every page."""
    for name, render in PAGES.items():
        (DOCS / name).write_text(render(), encoding="utf-8")


if __name__ == "__main__":
    main()
