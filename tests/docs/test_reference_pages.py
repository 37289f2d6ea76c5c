"""The pages that are made from the code say what the code says."""

from __future__ import annotations

import pytest
from render_reference import FOLDER, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_page_is_up_to_date(name: str) -> None:
    if name == "python.md":
        pytest.importorskip("langchain_core")
    if PAGES[name]() != (FOLDER / name).read_text(encoding="utf-8"):
        pytest.fail(
            f"docs/reference/{name} says something else than the code. Write it again with "
            f"`make reference` (python procedures/render_reference.py) and commit it.",
            pytrace=False,
        )


def test_every_setting_has_a_meaning() -> None:
    rows = [row for row in PAGES["settings.md"]().splitlines() if row.startswith("| `")]
    assert [row for row in rows if not row.rsplit("|", 2)[1].strip()] == []
