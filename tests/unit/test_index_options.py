"""Options of `steiner index` that change the process."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from steiner.cli.index_options import building
from steiner.index.live_index import IndexBuild
from steiner.settings.environment import threads


@click.command()
@building
def command(build: IndexBuild) -> None:
    click.echo(f"{threads()} {build.settings.labels}")


def test_threads_bound_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEINER_THREADS", "2")
    assert CliRunner().invoke(command, []).output == "2 ()\n"
    assert CliRunner().invoke(command, ["--threads", "3"]).output == "3 ()\n"
    assert CliRunner().invoke(command, ["--threads", "0"]).exit_code == 2
