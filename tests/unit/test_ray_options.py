"""`--engine ray`: what is refused, and what its actors do, without Ray."""

from __future__ import annotations

import os
from functools import partial
from importlib.util import find_spec as known_spec
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from index_doubles import FakeIndexStore, HashEmbedder, node

from steiner.cli import cli
from steiner.embed import Matrix
from steiner.errors import InvalidInput, MissingExtra, ModelFailed
from steiner.index.live_index import IndexBuild
from steiner.index.paging.portions import Part
from steiner.index.paging.ray_actors import (
    PageReader,
    PartShare,
    PortionEncoder,
    packed_page,
    unpacked,
)
from steiner.index.paging.ray_engine import on_ray
from steiner.index.properties.profile import Profile
from steiner.index.vectors.verbalise import NodeVerbaliser
from steiner.settings import IndexSettings
from steiner.stores.memory_index import MemoryIndex

GRAPH = (node(0, ["Film"], title="Alien"), node(1, ["Film"], title="Brazil"), node(2, []))


class FailingEmbedder(HashEmbedder):
    def embed(self, texts: Any) -> Matrix:
        raise ModelFailed(f"No answer for {texts[0]!r}.")


@pytest.fixture(autouse=True)
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEINER_THREADS", "2")


def share(page_bytes: int = 10_000) -> PartShare:
    store = FakeIndexStore(GRAPH)
    part = Part(
        stage="nodes",
        ids=store.node_ids(()),
        indexed=store.node_ids(()),
        read=store.read_nodes,
        verbalise=NodeVerbaliser(Profile(), IndexSettings()),
        write=store.write_nodes,
        clear=store.clear_nodes,
        mark="m",
    )
    return PartShare.of(part, page_bytes, 64)


def reader(page_bytes: int = 10_000) -> PageReader:
    return PageReader(partial(FakeIndexStore, GRAPH), share(page_bytes))


def test_workers_without_ray_are_refused() -> None:
    with pytest.raises(InvalidInput, match=r"--workers 2 is for --engine ray.*--threads"):
        IndexBuild(workers=2)
    refused = CliRunner().invoke(cli, ["index", "--workers", "2"])
    assert "--workers 2 is for --engine ray" in str(refused.exception or refused.output)
    assert IndexBuild(engine="ray", workers=2).workers == 2


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(InvalidInput, match="is plain or ray, got 'spark'"):
        IndexBuild(engine="spark")
    assert CliRunner().invoke(cli, ["index", "--engine", "spark"]).exit_code == 2


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "steiner.errors.find_spec", lambda name: None if name == "ray" else known_spec(name)
    )
    with (
        pytest.raises(MissingExtra, match=r"pip install 'steiner\[ray\]'"),
        on_ray(FakeIndexStore, HashEmbedder),
    ):
        pass


def test_a_page_is_read_and_embedded() -> None:
    (read,) = reader()(packed_page(np.array([0, 1, 2])))
    done = unpacked(PortionEncoder(HashEmbedder, 1)(read))
    assert (done.ids.tolist(), done.labels, done.read) == ([0, 1], frozenset({"Film"}), 3)
    expected = HashEmbedder().embed_question(done.entries[0].name)
    assert [entry.id for entry in done.entries] == [0, 1]
    assert done.entries[0].hash.startswith("m-")
    assert done.entries[0].vector is not None
    assert done.entries[0].vector.shape == expected.shape
    assert os.environ["STEINER_THREADS"] == "1"


def test_portions_count_every_id_once() -> None:
    read = [unpacked(row) for row in reader(page_bytes=1)(packed_page(np.array([0, 1, 2])))]
    assert [portion.read for portion in read] == [2, 1]
    assert [portion.ids.tolist() for portion in read] == [[0], [1]]


def test_errors_come_back_as_what_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    (read,) = reader()(packed_page(np.array([0, 1])))
    with pytest.raises(ModelFailed, match="No answer for"):
        unpacked(PortionEncoder(FailingEmbedder, 1)(read))

    def refuse(*_: Any) -> None:
        raise InvalidInput("gone")

    monkeypatch.setattr(MemoryIndex, "read_nodes", refuse)
    (failed,) = reader()(packed_page(np.array([0, 1])))
    with pytest.raises(InvalidInput, match="gone"):
        unpacked(PortionEncoder(HashEmbedder, 1)(failed))
