"""A server may run for years: what it keeps of questions is bounded, and nothing else grows."""

from __future__ import annotations

import asyncio
import functools
import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from family_graph import FAMILY, retriever
from httpx import ASGITransport, AsyncClient

from steiner.embed.vector_cache import BoundedCache
from steiner.generate.evidence_only import EvidenceOnly
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.serve.app import serve_app

WARM, MORE = 20, 100
GROWTH = 200
"""Objects that may be more after so many requests, two a request: one list each would be found."""
UNBOUNDED = {"_folder", "_source", "_patterns", "check_packaged", "_solver"}
"""Of no argument, or one for each file of the package: no question makes them more."""


def caches() -> Iterator[Any]:
    for each in gc.get_objects():
        # Its type first: other objects (of torch, say) warn when they are asked for anything.
        cached = issubclass(type(each), functools._lru_cache_wrapper)
        if cached and each.__module__.startswith("steiner"):
            yield each


def tracked() -> int:
    """Return how many objects live, of which bounded caches keep none."""
    for cache in caches():
        cache.cache_clear()
    for each in gc.get_objects():
        if issubclass(type(each), BoundedCache):
            each._kept.clear()
    gc.collect()
    return len(gc.get_objects())


async def grown() -> int:
    """Return how many objects are more after MORE questions."""
    answering = Answering(retriever(FAMILY), EvidenceOnly())
    app = serve_app(answering, ServeSettings("secret", per_minute=10**6))
    key = {"authorization": "Bearer secret"}
    async with AsyncClient(
        transport=ASGITransport(app), base_url="http://127.0.0.1", headers=key
    ) as web:

        async def ask(first: int, last: int) -> None:
            for number in range(first, last):
                question = f"Who leads Aurora and project {number}?"
                came = await web.post("/api/ask", json={"question": question})
                assert came.status_code == 200

        await ask(0, WARM)
        before = tracked()
        await ask(WARM, WARM + MORE)
        return tracked() - before


def test_nothing_but_bounded_caches_grows_with_questions() -> None:
    # In a process of its own: what other tests left (exporters of spans, say) may keep questions.
    paths = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, __file__], env=paths, capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < GROWTH


def test_what_is_kept_of_calls_is_bounded() -> None:
    endless = {each.__name__ for each in caches() if each.cache_info().maxsize is None}
    assert endless <= UNBOUNDED


if __name__ == "__main__":
    print(asyncio.run(grown()))
