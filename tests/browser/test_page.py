"""The page of `steiner serve` in a real Chromium: what it shows, and that names stay text."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import uvicorn
from devtools import BrowserPage
from index_doubles import HashEmbedder

from steiner.evaluate.graphs import memory_store
from steiner.generate.evidence_only import EvidenceOnly
from steiner.graph import Evidence, Node, Relationship, Subgraph
from steiner.integrations.answering import Answering
from steiner.serve.app import serve_app
from steiner.serve.limits import ServeSettings
from steiner.settings import RetrieverSettings
from steiner.systems import SYSTEMS
from steiner.textual_graph import TextGraph

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
EVIL = "<img src=x onerror=\"document.title='broken'\">"
FAMILY = [("Ann Lee", "leads", "Aurora"), (EVIL, "works on", "Aurora")]


class Star:
    """A retriever whose evidence is a node with 1,999 neighbours."""

    def __init__(self, store: Any) -> None:
        self.store = store

    def retrieve(self, question: str, *_: Any) -> Evidence:
        nodes = tuple(Node(i, f"n:{i}", ("Leaf",), {}, f"Leaf {i}") for i in range(2_000))
        joined = tuple(Relationship(i, f"r:{i}", "HAS", 0, i) for i in range(1, 2_000))
        return Evidence(question, Subgraph(nodes, joined), "")


def small() -> Any:
    store = memory_store(TextGraph.from_triples(FAMILY), HashEmbedder())
    return SYSTEMS["steiner"].retriever(store, HashEmbedder(), RetrieverSettings())


@contextmanager
def served(retriever: Any) -> Iterator[str]:
    """Serve what a retriever sees; gives the page's address."""
    app = serve_app(Answering(retriever, EvidenceOnly()), ServeSettings("secret"))
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    finally:
        server.should_exit = True
        thread.join()


ANSWERED = "document.querySelector('#state').textContent.startsWith('Evidence in')"
DRAWN = "document.querySelectorAll('#graph canvas').length === 3"
WHOLE = f"{ANSWERED} && {DRAWN}"
ASKED = "document.querySelector('#login').open"


@contextmanager
def opened(address: str, condition: str, profile: Path) -> Iterator[BrowserPage]:
    """Open an address in Chromium, and wait until it shows what it should."""
    with BrowserPage(str(CHROMIUM), profile) as page:
        page.open(address, condition)
        yield page


def html(page: BrowserPage) -> str:
    return str(page.run("document.documentElement.outerHTML"))


def test_the_page_answers_draws_and_shows_names_as_text(tmp_path: Path) -> None:
    address = f"?q={quote('Who works on Aurora?')}#key=secret"
    with (
        served(small()) as root,
        opened(root + address, f"{ANSWERED} && {DRAWN}", tmp_path) as page,
    ):
        shown = html(page)
        assert page.run("document.title") == "steiner"
        page.run("document.querySelector('#facts .tag').click()")
        assert page.run("document.querySelector('#facts .tag').ariaPressed") == "true"
        page.run("document.querySelector('#nodes button').click()")
        page.wait("document.querySelector('#node h3')")
        assert page.run("document.title") == "steiner"
    assert "&lt;img src=x onerror=" in shown
    assert "<img" not in shown


def test_the_page_asks_for_the_key_and_says_that_it_is_wrong(tmp_path: Path) -> None:
    with served(small()) as root, opened(root, ASKED, tmp_path) as page:
        page.run("document.querySelector('#key').value = 'wrong'")
        page.run("document.querySelector('#login button').click()")
        page.wait("document.querySelector('#state').textContent === 'The key is wrong.'")
        page.run("document.querySelector('#key').value = 'secret'")
        page.run("document.querySelector('#login button').click()")
        page.wait("document.querySelector('#schema').textContent")


def test_a_subgraph_of_2000_nodes_is_drawn(tmp_path: Path) -> None:
    asked = "?q=All#key=secret"
    with (
        served(Star(small().store)) as root,
        opened(root + asked, WHOLE, tmp_path) as page,
    ):
        assert "Leaf 1999 (Leaf)" in html(page)
