"""The README's and the documentation's Python blocks run as printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steiner.settings import ConnectionSettings

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MOST_LINES = 120
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
    text = PAGES[0].read_text("utf-8")
    linked = {ROOT / target for target in re.findall(r"\]\(([^)#]+)", text)}
    assert len(text.splitlines()) <= MOST_LINES
    assert set(PAGES[1:]) - linked == set()


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
        assert "://" in target or (page.parent / target).exists(), target
