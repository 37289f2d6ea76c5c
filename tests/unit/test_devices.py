"""Devices: one that is not there is named, and so is one whose memory does not suffice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("sentence_transformers", reason="needs the extra local")

from model_doubles import HashEmbedder, save_tiny_model  # noqa: E402

from steiner.embed import SentenceTransformerEmbedder  # noqa: E402
from steiner.errors import InvalidInput  # noqa: E402
from steiner.generate import GenerateSettings  # noqa: E402
from steiner.generate.local import LocalGenerator  # noqa: E402
from steiner.model_settings import GraphModelSettings  # noqa: E402
from steiner.models.cross_encoder import CrossEncoder  # noqa: E402
from steiner.models.graph_artefact import new_model  # noqa: E402

Opens = Callable[[str, str], Any]


def _writer(llm: str, device: str) -> Any:
    generator = LocalGenerator(llm, GenerateSettings(device=device, max_new_tokens=2))
    return generator.complete([{"role": "user", "content": "who"}])


def _reader(llm: str, device: str) -> Any:
    return new_model(GraphModelSettings(llm=llm, form="text"), HashEmbedder(), device)


OPENED: list[Opens] = [
    _writer,
    _reader,
    lambda llm, device: SentenceTransformerEmbedder(llm, device).embed(["who"]),
    lambda llm, device: CrossEncoder(llm, device),
]


@pytest.fixture(scope="module")
def llm(tmp_path_factory: pytest.TempPathFactory) -> str:
    return save_tiny_model(tmp_path_factory.mktemp("llm"))


@pytest.mark.parametrize("device", ["gpu", "cuda:99"])
@pytest.mark.parametrize("opened", OPENED)
def test_a_device_that_is_not_there_is_named(llm: str, opened: Opens, device: str) -> None:
    with pytest.raises(InvalidInput, match=rf"no device '{device}' here: .*'s are cpu[,.]"):
        opened(llm, device)


@pytest.mark.parametrize("opened", OPENED[:2])
def test_a_model_beyond_the_memory_of_a_device_is_refused(
    llm: str, opened: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 9 GiB. GPU 0 has a …")

    monkeypatch.setattr(torch.nn.Module, "to", full)
    with pytest.raises(InvalidInput, match=r"on the device 'cpu': .*allocate 9 GiB\. Where its"):
        opened(llm, "cpu")


@pytest.fixture
def sees_a_gpu(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let what is put on a GPU stay where it is, and torch's settings be as before afterwards."""
    monkeypatch.setattr("steiner.models.language_model.causal_network.check_device", lambda _: None)
    monkeypatch.setattr(torch.nn.Module, "to", lambda network, *_: network)
    before = torch.backends.cuda.cudnn_sdp_enabled()
    torch.backends.cuda.enable_cudnn_sdp(True)
    yield
    torch.backends.cuda.enable_cudnn_sdp(before)


@pytest.mark.usefixtures("sees_a_gpu")
@pytest.mark.parametrize(("device", "planned"), [("cpu", True), ("cuda", False)])
def test_no_length_of_a_text_gets_a_plan_of_its_own_on_a_gpu(
    llm: str, device: str, planned: bool
) -> None:
    model = new_model(GraphModelSettings(llm=llm, form="text"), HashEmbedder(), device)
    assert torch.backends.cuda.cudnn_sdp_enabled() == planned
    assert model.llm.dtype == (torch.float32 if planned else torch.bfloat16)
