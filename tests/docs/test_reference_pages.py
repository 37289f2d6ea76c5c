"""The pages that are made from the code say what the code says."""

from __future__ import annotations

import pytest
from render_reference import DOCS, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_page_is_up_to_date(name: str) -> None:
    if name == "reference/python.md":
        pytest.importorskip("langchain_core")
    if PAGES[name]() != (DOCS / name).read_text(encoding="utf-8"):
        pytest.fail(
            f"docs/{name} says something else than what it is made from. Write it again with "
            f"`make reference` (python procedures/render_reference.py) and commit it.",
            pytrace=False,
        )


def test_every_setting_has_a_meaning() -> None:
    rows = [row for row in PAGES["reference/settings.md"]().splitlines() if row.startswith("| `")]
    assert [row for row in rows if not row.rsplit("|", 2)[1].strip()] == []
