"""Options of `steiner index` that change the process."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from steiner.cli.index.index_options import building
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


def test_where_the_index_is_kept_is_left_open_or_chosen() -> None:
    stores: list[str] = []

    @click.command()
    @building
    def kept(build: IndexBuild) -> None:
        stores.append(build.settings.store)

    for given in ([], ["--store", "beside"], ["--store", "nodes"]):
        assert CliRunner().invoke(kept, given).exit_code == 0
    assert stores == ["", "beside", "nodes"]
    refused = CliRunner().invoke(kept, ["--store", "beside", "--range", "year"])
    assert "--range needs" in str(refused.exception)
