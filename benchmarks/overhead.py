"""What each face costs over a direct call, in one run: LangChain, MCP and REST over HTTP.

    NEO4J_URI=... python benchmarks/overhead.py [--questions QUESTIONS.jsonl] [--rounds 20]

Needs the sample graph, indexed. Each question is retrieved once; the faces then get this evidence
at once, because a retrieval of hundreds of milliseconds varies by more than a face takes. Each is
asked in turn, so that what else the machine does falls on all. Prints quartiles of milliseconds;
those of "direct" are what a thread costs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import statistics
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from mcp import Client
from starlette.types import ASGIApp

from steiner import ConnectionSettings, open_retriever
from steiner.evidence import Evidence
from steiner.generate.evidence_only import EvidenceOnly
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.integrations.langchain import SteinerChain, SteinerRetriever
from steiner.integrations.mcp import mcp_server
from steiner.serve.app import serve_app
from steiner.settings import DEFAULT_OPTIONS, Options

ROOT = Path(__file__).parents[1]
Face = Callable[[str], Awaitable[object]]


class Replayed:
    """A retriever that gives the evidence it once retrieved for a question."""

    def __init__(self, retriever: Any, questions: list[str]) -> None:
        self.store = retriever.store
        self._evidence: dict[str, Evidence] = {
            question: retriever.retrieve(question) for question in questions
        }

    def retrieve(self, question: str, _: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return it at once."""
        return self._evidence[question]


@contextmanager
def listening(app: ASGIApp) -> Iterator[str]:
    """Serve an application on a free port; gives its address."""
    # With its protocol, as uvicorn opens it: asyncio then sends small parts without delay.
    opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    opened.bind(("127.0.0.1", 0))
    opened.listen()
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    thread = threading.Thread(target=server.run, args=([opened],))
    thread.start()
    try:
        yield f"http://127.0.0.1:{opened.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


async def measured(retriever: Any, questions: list[str], rounds: int) -> dict[str, list[float]]:
    """Return the milliseconds of each face, question after question."""
    answering = Answering(retriever, EvidenceOnly())
    documents = SteinerRetriever(retriever=retriever)
    chain = SteinerChain(retriever, EvidenceOnly())
    app = serve_app(answering, ServeSettings("secret", per_minute=1_000_000))
    async with AsyncExitStack() as stack:
        address = stack.enter_context(listening(app))
        key = {"authorization": "Bearer secret"}
        web = httpx.AsyncClient(base_url=address, headers=key, timeout=60)
        rest = await stack.enter_async_context(web)
        client = await stack.enter_async_context(Client(mcp_server(Answering(retriever))))
        faces: dict[str, Face] = {
            "direct": lambda q: asyncio.to_thread(retriever.retrieve, q),
            "LangChain retriever": documents.ainvoke,
            "LangChain chain": chain.ainvoke,
            "MCP": lambda q: client.call_tool("evidence", {"question": q}),
            "REST retrieve": lambda q: rest.post("/api/retrieve", json={"question": q}),
            "REST ask": lambda q: rest.post("/api/ask", json={"question": q}),
        }
        times: dict[str, list[float]] = {name: [] for name in faces}
        for question in questions[:5]:
            await asyncio.gather(*(face(question) for face in faces.values()))
        for number in range(rounds * len(questions)):
            question = questions[number % len(questions)]
            # Turned, so that no face always finds what another one warmed.
            turned = list(faces)[number % len(faces) :] + list(faces)[: number % len(faces)]
            for name in turned:
                started = time.perf_counter()
                await faces[name](question)
                times[name].append((time.perf_counter() - started) * 1000)
    return times


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path, default=ROOT / "demo" / "more-questions.jsonl")
    parser.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args()
    lines = given.questions.read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["question"] for line in lines]
    retriever = Replayed(open_retriever(ConnectionSettings.from_environment()), questions)
    times = asyncio.run(measured(retriever, questions, given.rounds))
    for name, taken in times.items():
        quarters = [round(value, 2) for value in statistics.quantiles(taken, n=4)]
        print(json.dumps({"face": name, "calls": len(taken), "milliseconds": quarters}))


if __name__ == "__main__":
    main()
