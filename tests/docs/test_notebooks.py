"""The notebooks of docs/notebooks run from their first cell to their last, by nbmake."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from steiner.settings import ConnectionSettings

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"


def test_the_notebooks_run(sample: ConnectionSettings, tmp_path: Path) -> None:
    pytest.importorskip("nbmake", reason="needs the extra dev")
    names = ("uri", "username", "password", "database")
    reached = {f"NEO4J_{name.upper()}": getattr(sample, name) for name in names}
    # A run of its own: the kernel is another process in any case, and this run has its own options.
    command = [sys.executable, "-m", "pytest", "-q", "--nbmake", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "-c", os.devnull, "--rootdir", str(tmp_path), str(FOLDER)],
        env=os.environ | reached | {"JUPYTER_PLATFORM_DIRS": "1"},
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout
