"""The index of decisions has one line for each entry of its rooms' pages."""

from pathlib import Path

import pytest
from decisions_page import decisions_page

ROOM = """# Decisions: stores

What is asked of the database.

[All decisions](../decisions.md).

## A hub is sampled, not read
**Context** (2026-11-21, one core): a hub. **Choice**: a window.

## A "limit" is the client's
**Context** {date}: the server looks seldom (2026-11-22).
"""


def test_each_entry_stands_in_the_index_with_its_date(tmp_path: Path) -> None:
    (tmp_path / "stores.md").write_text(ROOM.format(date="(2026-11-21)"))
    assert decisions_page(tmp_path).endswith(
        "## Stores\n\nWhat is asked of the database. [The page](decisions/stores.md).\n\n"
        "- 2026-11-21 [A hub is sampled, not read](decisions/stores.md#a-hub-is-sampled-not-read)\n"
        '- 2026-11-21 [A "limit" is the client\'s]'
        "(decisions/stores.md#a-limit-is-the-clients)\n"
    )


def test_an_entry_without_a_date_is_refused(tmp_path: Path) -> None:
    (tmp_path / "stores.md").write_text(ROOM.replace("(2026-11-22)", "").format(date=""))
    with pytest.raises(ValueError, match=r"stores.md: expected a date .* 'A \"limit\" is the"):
        decisions_page(tmp_path)
