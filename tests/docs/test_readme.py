"""The README's and the documentation's Python blocks run as printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from site_hooks import anchor

from steiner.settings import ConnectionSettings

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MOST_LINES = 120
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)")
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCKS = [(page.name, code) for page in PAGES for code in BLOCK.findall(page.read_text("utf-8"))]


@pytest.mark.parametrize(("page", "code"), BLOCKS, ids=[page for page, _ in BLOCKS])
def test_block_runs(
    page: str,
    code: str,
    sample: ConnectionSettings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("uri", "username", "password", "database"):
        monkeypatch.setenv(f"NEO4J_{name.upper()}", getattr(sample, name))
    exec(compile(code, page, "exec"), {})
    assert capsys.readouterr().out


def test_the_readme_is_short_and_leads_to_every_page() -> None:
    """Pages of a topic or a room are one step further, behind the page that lists them."""
    text = PAGES[0].read_text("utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    lists = [ROOT / "docs/results.md", ROOT / "docs/decisions.md"]
    behind = {page for page in PAGES if page.parent in {each.with_suffix("") for each in lists}}
    assert behind == {page for each in lists for page in linked(each) if page in behind}
    assert set(PAGES[1:]) - behind - linked(PAGES[0]) == set()


def linked(page: Path) -> set[Path]:
    targets = re.findall(r"\]\(([^)#]+)", page.read_text("utf-8"))
    return {(page.parent / target).resolve() for target in targets}


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    for target, heading in LINK.findall(page.read_text("utf-8")):
        if "://" in target:
            continue
        meant = page.parent / target if target else page
        assert meant.exists(), target
        assert not heading or heading in headings(meant), f"{target}#{heading}"


def headings(page: Path) -> set[str]:
    lines = page.read_text("utf-8").splitlines()
    return {anchor(line.lstrip("# ").replace("`", "")) for line in lines if line.startswith("#")}
