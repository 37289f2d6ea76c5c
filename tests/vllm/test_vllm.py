"""A real vLLM server answers what the local model answers: `make vllm`.

The server has a virtual environment of its own, because it pins another torch (STEINER_VLLM: its
python).
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from time import monotonic, sleep
from urllib.request import urlopen

import pytest
import torch
from conftest import run

from steiner import session
from steiner.chosen import Chosen
from steiner.errors import ConnectionFailed
from steiner.evidence import Evidence
from steiner.generate.graph_generator import GraphGenerator
from steiner.generate.vllm import VllmGenerator
from steiner.graph import Node, Subgraph
from steiner.integrations.langchain import SteinerChain
from steiner.model_settings import EncodeSettings, GraphModelSettings
from steiner.models.graph_artefact import (
    GRAPH_LANGUAGE_MODEL,
    embeddings_only,
    from_pretrained,
    merge,
    new_model,
)
from steiner.settings import ConnectionSettings
from steiner.textual_graph import TextGraph

TRAIN = Path(__file__).parents[2] / "demo" / "more-questions.jsonl"
PYTHON = os.environ.get("STEINER_VLLM", "")
SERVED = "merged"
_READY = 600.0
QUESTIONS = (
    ("Who wrote the book Dune?", TextGraph((1, 2), ("Dune", "Frank Herbert"), ((2, "wrote", 1),))),
    ("Which city is meant?", TextGraph((7,), ("Lyon",))),
    ("What is the capital of France?", TextGraph()),
)

pytestmark = [
    pytest.mark.skipif(not PYTHON, reason="needs STEINER_VLLM: run `make vllm`"),
    pytest.mark.timeout(1200),
]


@pytest.fixture(scope="module", params=["before", "after"])
def artefact(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model with adapters and a soft prompt that are not trained but are not nothing."""
    torch.manual_seed(0)
    encode = EncodeSettings(layers=2, width=64)
    position: str = request.param
    model = new_model(GraphModelSettings(position=position, lora=True, encode=encode), device="cpu")
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "lora_B" in name:
                parameter.normal_(std=0.01)
    folder = tmp_path_factory.mktemp("artefact") / position
    GRAPH_LANGUAGE_MODEL.save(model, "g-retriever", folder)
    return folder


@pytest.fixture(scope="module")
def server(artefact: Path) -> Iterator[str]:
    """A server of the merged language model."""
    with serving(artefact) as url:
        yield url


@contextmanager
def serving(artefact: Path) -> Iterator[str]:
    """Serve the language model of `artefact`, its adapters merged, and give the address."""
    merged = artefact.with_name("merged")
    merge(artefact, merged)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [PYTHON, "-m", "vllm.entrypoints.openai.api_server", "--model", str(merged)]
    command += ["--served-model-name", SERVED, "--port", str(port), "--host", "127.0.0.1"]
    command += ["--enable-prompt-embeds", "--max-model-len", "1024", "--enforce-eager"]
    command += ["--dtype", "float32"]
    settings = {**os.environ, "VLLM_CPU_KVCACHE_SPACE": "1", "PYTHONPATH": ""}
    with (artefact.parent / "vllm.log").open("w") as log:
        process = subprocess.Popen(command, env=settings, stdout=log, stderr=log)
        try:
            url = f"http://127.0.0.1:{port}"
            _await(url, process, artefact.parent / "vllm.log")
            yield url
        finally:
            process.terminate()
            process.wait(60)


def _await(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    ends = monotonic() + _READY
    while monotonic() < ends:
        assert process.poll() is None, log.read_text()[-3000:]
        try:
            with urlopen(f"{url}/health", timeout=5):
                return
        except (OSError, HTTPException):
            sleep(1)
    raise AssertionError(log.read_text()[-3000:])


def test_the_server_answers_what_the_local_model_answers(artefact: Path, server: str) -> None:
    local = GraphGenerator(from_pretrained(artefact, device="cpu"))
    served = VllmGenerator(embeddings_only(artefact), server, SERVED)
    for question, graph in QUESTIONS:
        told = "".join(served.pieces(question, graph)).strip()
        assert told
        assert told == local.write([question], [graph])[0]


def test_an_answer_has_its_evidence(artefact: Path, server: str) -> None:
    dune = Node(1, "4:x:1", ("Book",), {"title": "Dune"}, "Dune")
    evidence = Evidence("Which book?", Subgraph((dune,)), "Dune (Book)")
    served = VllmGenerator(embeddings_only(artefact), server, SERVED)
    answer = served.answer("Which book?", evidence)
    assert answer.evidence is evidence
    assert answer.text == "".join(served.stream("Which book?", evidence)).strip()


def test_a_model_that_is_not_served_is_told(artefact: Path, server: str) -> None:
    other = VllmGenerator(embeddings_only(artefact), server, "another")
    with pytest.raises(ConnectionFailed, match=r"another.*--served-model-name another"):
        list(other.pieces("Who?", TextGraph()))


def test_command_line_chain_and_server_answer_the_same(
    sample: ConnectionSettings, tmp_path: Path
) -> None:
    """From a live graph to a trained artefact and back to an answer, three ways."""
    folder = tmp_path / "model"
    run(sample, "train", "--system", "g-retriever", "--questions", str(TRAIN), "--output",
        str(folder), "--position", "after", "--lora", "--layers", "1", "--width", "64",
        "--epochs", "2", "--rate", "1e-3")  # fmt: skip
    question: str = json.loads(TRAIN.read_text().splitlines()[0])["question"]
    asked = run(sample, "ask", question, "--model", str(folder),
                "--json")  # fmt: skip
    told = json.loads(asked)["answer"]
    assert told
    local = GraphGenerator(from_pretrained(folder, device="cpu"))
    with (
        session.retriever(sample, Chosen(system="g-retriever")) as retriever,
        serving(folder) as url,
    ):
        for generator in (local, VllmGenerator(embeddings_only(folder), url, SERVED)):
            assert SteinerChain(retriever, generator).invoke(question)["answer"] == told
