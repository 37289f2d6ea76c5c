"""The README's and the documentation's shell blocks run as printed, against the sample graph.

A block that cannot run here stands under a comment that says why:

    <!-- not run: needs a GPU -->

`steiner` commands run in this process, one page in one folder, so that a later block finds what an
earlier one made. `pip install` and `make` are looked up, not run. Other commands need the comment.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import SMALL_INDEXES

from steiner.cli import cli
from steiner.settings import ConnectionSettings

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(
    r"(?:^<!-- not run: (?P<reason>.*?) -->\n)?"
    r"^```(?P<language>bash|sh|shell|console)\n(?P<text>.*?)^```",
    re.MULTILINE | re.DOTALL,
)
BLOCKS = [
    pytest.param(page, match, id=f"{page.name}-{place}")
    for page in PAGES
    for place, match in enumerate(BLOCK.finditer(page.read_text("utf-8")), 1)
]
QUESTIONS = ROOT / "demo" / "more-questions.jsonl"
ASKED = 4
SMALLER = {
    "steiner": ("--epochs", "1", "--averaged", "1"),
    "g-retriever": ("--epochs", "1", "--width", "32", "--layers", "1", "--max-text", "100"),
}
"""What is added to a training, by system, so that it takes seconds."""


def commands(match: re.Match[str]) -> Iterator[list[str]]:
    """Yield the words of each command; in a `console` block those after a dollar sign.

    "steiner ask 'Who?'  # a question" gives ["steiner", "ask", "Who?"].
    """
    for line in match["text"].replace("\\\n", " ").splitlines():
        if match["language"] == "console":
            if not line.startswith("$ "):
                continue
            line = line[2:]
        if words := shlex.split(line, comments=True):
            yield words


def steiner(arguments: Sequence[str]) -> None:
    """Run the command line in this process, with questions where a file of them is named."""
    made = list(arguments)
    for option in ("--questions", "--data"):
        if option in made and made[made.index(option) + 1].endswith(".jsonl"):
            write_questions(Path(made[made.index(option) + 1]))
    if made[0] == "train":
        system = made[made.index("--system") + 1] if "--system" in made else "steiner"
        made += SMALLER[system]
    if made[0] == "index" and "--system" in made and "--settings" not in made:
        Path("small.toml").write_text(SMALL_INDEXES, "utf-8")
        made += ("--settings", "small.toml")
    done = CliRunner().invoke(cli, made, catch_exceptions=False)
    assert done.exit_code == 0, f"{shlex.join(made)}\n{done.output}"
    assert done.output
    if made[0] == "unindex":
        steiner(["index"])


def write_questions(path: Path) -> None:
    """Write the first questions on the sample graph, unless an earlier block wrote some."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = QUESTIONS.read_text("utf-8").splitlines()[:ASKED]
        path.write_text("\n".join(lines) + "\n", "utf-8")


def pip(arguments: Sequence[str]) -> None:
    """See that the extras that are to be installed exist."""
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    for extras in re.findall(r"(?:steiner|\.)\[([^\]]*)\]", " ".join(arguments)):
        for extra in extras.split(","):
            assert re.search(rf"^{extra} = \[", project, re.MULTILINE), extra


def make(arguments: Sequence[str]) -> None:
    """See that the verb exists."""
    assert re.search(rf"^{arguments[0]}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


def export(arguments: Sequence[str]) -> None:
    """See that a connection is named; the sample graph's stays in force."""
    assert all(word.startswith(("NEO4J_", "STEINER_")) for word in arguments)


RUN: dict[str, Callable[[Sequence[str]], None]] = {
    "steiner": steiner,
    "pip": pip,
    "make": make,
    "export": export,
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Path]:
    """The folder in which each page's commands run."""
    return {page: tmp_path_factory.mktemp(page.stem) for page in PAGES}


@pytest.mark.parametrize(("page", "match"), BLOCKS)
def test_block_runs(
    page: Path,
    match: re.Match[str],
    sample: ConnectionSettings,
    folders: dict[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if match["reason"]:
        pytest.skip(match["reason"])
    monkeypatch.chdir(folders[page])
    for name in ("uri", "username", "password", "database"):
        monkeypatch.setenv(f"NEO4J_{name.upper()}", getattr(sample, name))
    for program, *arguments in commands(match):
        assert program in RUN, f"{program} is not run here: say why under <!-- not run: ... -->"
        RUN[program](arguments)
