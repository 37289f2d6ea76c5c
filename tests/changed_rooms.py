"""Prints the integration tests of the rooms that differ from the main branch, for `make quick`.

On the main branch itself, what the last commit changed counts.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
ASKING = ("test_bad_questions.py", "test_filters.py")
STORING = ("test_bad_input.py", "test_driver_use.py", "test_filters.py", "test_range_index.py")
TESTS: dict[str, Iterable[str]] = {
    "cypher": (*STORING, "test_index.py"),
    "demo": ("test_evaluate_live.py",),
    "procedures": ("test_dev_server.py", "test_filters.py"),
    "src/steiner/algebra": ("test_exact_answers.py",),
    "src/steiner/calls": ("test_cancelled.py",),
    "src/steiner/cli": ("test_cli.py",),
    "src/steiner/display": ("test_cli.py",),
    "src/steiner/embed": ("test_index.py",),
    "src/steiner/evaluate": ("test_evaluate_live.py",),
    "src/steiner/exports": ("test_cli.py",),
    "src/steiner/gathering.py": ("test_training.py",),
    "src/steiner/generate": ("test_local_model.py",),
    "src/steiner/index": ("test_index.py", "test_range_index.py"),
    "src/steiner/integrations": ("test_langchain.py",),
    "src/steiner/lexicon": ("test_cli.py",),
    "src/steiner/model_settings": ("test_training.py",),
    "src/steiner/models": ("test_training.py",),
    "src/steiner/jobs.py": ("test_cli.py",),
    "src/steiner/query": ("test_exact_answers.py",),
    "src/steiner/question": ASKING,
    "src/steiner/retrieve": ASKING,
    "src/steiner/serve": ("test_serve_live.py",),
    "src/steiner/session.py": ("test_cli.py",),
    "src/steiner/settings": ("test_cli.py",),
    "src/steiner/stores": (*STORING, "test_index.py"),
    "src/steiner/systems": ASKING,
    "src/steiner/textualise": ASKING,
    "src/steiner/train": ("test_training.py",),
}
"""The files of tests/integration that ask most of each room."""


def changed() -> list[str]:
    """Return the paths that differ from the main branch, those not yet added included."""
    base = git("merge-base", "HEAD", "main")
    if base == git("rev-parse", "HEAD"):
        base = ["HEAD~1"]
    return [*git("diff", "--name-only", *base), *git("ls-files", "--others", "--exclude-standard")]


def git(*arguments: str) -> list[str]:
    """Return the lines that git prints."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def files_for(paths: Iterable[str]) -> list[str]:
    """Return the paths of the test files for the paths that changed.

    ["src/steiner/cli/main.py", "README.md"] gives ["tests/integration/test_cli.py"].
    """
    own = {p for p in paths if p.startswith("tests/integration/test_") and (ROOT / p).exists()}
    rooms = {room for room in TESTS for path in paths if f"{path}/".startswith(f"{room}/")}
    return sorted(own | {f"tests/integration/{name}" for room in rooms for name in TESTS[room]})


if __name__ == "__main__":
    print(*files_for(changed()))
