"""When the page of `steiner serve` first paints, and the bytes that it loads.

    NEO4J_URI=... python benchmarks/page_load.py [--rounds 10] [--question TEXT]

Needs an indexed graph and Chromium. Each round is a browser of its own, with an empty cache, on the
machine that serves. Bytes are what files take compressed: the page until it can be asked, and
what comes with the first answer beside the answer itself (the library that draws). Prints JSON.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from devtools import BrowserPage
from overhead import listening

from steiner import ConnectionSettings, open_retriever
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.serve.app import serve_app

READY = "document.querySelector('#schema').textContent"
DRAWN = "document.querySelectorAll('#graph canvas').length === 3"
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
BYTES = """
[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .filter((each) => !each.name.includes('/api/'))
  .reduce((sum, each) => sum + each.encodedBodySize, 0)
"""


def loaded(chromium: str, address: str, question: str) -> dict[str, float]:
    """Open the page in a new browser, then with a question; return paint (ms) and bytes."""
    empty = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    with empty as profile, BrowserPage(chromium, Path(profile)) as page:
        page.open(f"{address}/#key=secret", READY)
        given = {"paint": page.run(PAINT), "page": page.run(BYTES)}
        page.run(f"document.querySelector('#question').value = {json.dumps(question)}")
        page.run("document.querySelector('#ask [type=submit]').click()")
        page.wait(DRAWN)
        return {**given, "drawing": page.run(BYTES) - given["page"]}


def main() -> None:
    """Read the command line, open the page and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--question", default="Who manages the supplier of the Orbis shaft seal?")
    given = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        parser.error("Chromium is needed: apt-get install chromium")
    retriever: Any = open_retriever(ConnectionSettings.from_environment())
    settings = ServeSettings("secret", per_minute=100_000)
    with listening(serve_app(Answering(retriever), settings)) as address:
        rounds = [loaded(chromium, address, given.question) for _ in range(given.rounds)]
    paints = [round(each["paint"]) for each in rounds]
    sizes = {name: rounds[0][name] for name in ("page", "drawing")}
    print(json.dumps({"paint": [min(paints), statistics.median(paints), max(paints)], **sizes}))


if __name__ == "__main__":
    main()
