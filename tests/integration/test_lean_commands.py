"""What looks at an index loads no encoder: neither its library nor its tokenizer."""

from __future__ import annotations

import subprocess
import sys

import pytest

from steiner.settings import ConnectionSettings

ENCODER = {"onnxruntime", "tokenizers", "torch", "transformers", "sentence_transformers"}


@pytest.mark.parametrize("command", ["status", "doctor"])
def test_looking_at_an_index_loads_no_encoder(command: str, sample: ConnectionSettings) -> None:
    code = (
        "import atexit, sys; from steiner.cli import main\n"
        "atexit.register(lambda: print('imported', *sys.modules))\n"
        f"sys.argv = ['steiner', {command!r}, *sys.argv[1:]]\n"
        "main()\n"
    )
    where = ["--uri", sample.uri, "--password", sample.password]
    done = subprocess.run(
        [sys.executable, "-c", code, *where], capture_output=True, text=True, check=True
    )
    said, _, imported = done.stdout.rpartition("imported ")
    assert said
    assert not set(imported.split()) & ENCODER
