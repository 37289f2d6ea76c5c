"""The page of `steiner serve` in a real Chromium: what it shows, and that names stay text."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import uvicorn
from ambiguous_graph import ASKED as AMBIGUOUS
from ambiguous_graph import two_readings
from devtools import BrowserPage
from index_doubles import HashEmbedder, node

from steiner.chosen import DEFAULT
from steiner.errors import ServerBusy
from steiner.evaluate.graphs import memory_store
from steiner.evidence import Evidence, Fact, Table
from steiner.generate.evidence_only import EvidenceOnly
from steiner.graph import Node, Relationship, Subgraph
from steiner.index.build import Indexer
from steiner.integrations.answering import Answering
from steiner.integrations.doors import turns
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.serve import refusals
from steiner.serve.app import serve_app
from steiner.session import systems_beside
from steiner.settings import RetrieverSettings
from steiner.stores.memory import MemoryStore
from steiner.systems import SYSTEMS
from steiner.textual_graph import TextGraph

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium")
EVIL = "<img src=x onerror=\"document.title='broken'\">"
NAMES = ("Ann Lee", "Aurora")
FAMILY = [("Ann Lee", "leads", "Aurora"), (EVIL, "works on", "Aurora")]


class Star:
    """A retriever whose evidence is a node with 1,999 neighbours."""

    def __init__(self, store: Any) -> None:
        self.store = store

    def retrieve(self, question: str, *_: Any) -> Evidence:
        nodes = tuple(Node(i, f"n:{i}", ("Leaf",), {}, f"Leaf {i}") for i in range(2_000))
        joined = tuple(Relationship(i, f"r:{i}", "HAS", 0, i) for i in range(1, 2_000))
        return Evidence(question, Subgraph(nodes, joined), "")


class Counted(Star):
    """A retriever whose evidence is counts by a property, and what lies near the question."""

    def retrieve(self, question: str, *_: Any) -> Evidence:
        ann, aurora = (Node(i, f"n:{i}", ("Person",), {}, name) for i, name in enumerate(NAMES))
        leads = Relationship(0, "r:0", "LEADS", 0, 1)
        rows = (("Burglary", 2_807), ("Drugs", 333))
        table = Table(("type", "count"), rows, 2, "MATCH ...", {}, "Crime: count, for each type")
        facts = [
            Fact(f"F{i}", f"type: {t}; count: {n}", (), (), 1.0) for i, (t, n) in enumerate(rows, 1)
        ]
        facts.append(Fact("F3", "Ann Lee leads Aurora", (0, 1), (0,), 0.5))
        graph = Subgraph((ann, aurora), (leads,))
        return Evidence(question, graph, "", tuple(facts), table=table, exact=True, confidence=1.0)


class Gone(EvidenceOnly):
    """A model whose server goes away in mid-answer."""

    def stream(self, *_: Any) -> Iterator[str]:
        yield "Ann"
        raise OSError("connection reset")


def small() -> Any:
    store = memory_store(TextGraph.from_triples(FAMILY), HashEmbedder())
    return SYSTEMS["steiner"].retriever(store, HashEmbedder(), RetrieverSettings())


class Busy:
    """A retriever before which it is the questioner's turn at the third time only."""

    def __init__(self, inner: Any) -> None:
        self.inner, self.store, self.times = inner, inner.store, 0

    def retrieve(self, *given: Any) -> Evidence:
        self.times += 1
        if self.times < 3:
            raise ServerBusy("It was not its turn for 10 s. Ask again in a few seconds.")
        evidence: Evidence = self.inner.retrieve(*given)
        return evidence


class Starting(Busy):
    """A retriever over a server that has just started: it plans until it is let go on."""

    def __init__(self, inner: Any) -> None:
        super().__init__(inner)
        self.settings, self.asked, self.may_plan = inner.settings, inner.asked, threading.Event()

    def retrieve(self, *given: Any) -> Evidence:
        assert self.may_plan.wait(60)
        evidence: Evidence = self.inner.retrieve(*given)
        return evidence


@contextmanager
def served(retriever: Any, generator: Any = None, warm: bool = False) -> Iterator[str]:
    """Serve what a retriever sees, `warm` as `steiner serve` does; gives the page's address."""
    systems = systems_beside(retriever, DEFAULT) if hasattr(retriever, "embedder") else {}
    answering = Answering(retriever, generator or EvidenceOnly(), systems=systems)
    app = serve_app(answering, ServeSettings("secret"), warm)
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


def test_a_corrected_name_is_told_by_the_answer(tmp_path: Path) -> None:
    address = f"?q={quote('Who works on Auroraa?')}#key=secret"
    with served(small()) as root, opened(root + address, WHOLE, tmp_path) as page:
        read = page.run("document.querySelector('#read').textContent")
        cuts = page.run("document.querySelector('#cuts').textContent")
    assert "Nothing is called 'Auroraa': read as 'aurora'." in read.splitlines()
    assert "Auroraa" not in cuts


def test_the_page_asks_for_the_key_and_says_that_it_is_wrong(tmp_path: Path) -> None:
    with served(small()) as root, opened(root, ASKED, tmp_path) as page:
        page.run("document.querySelector('#key').value = 'wrong'")
        page.run("document.querySelector('#login button').click()")
        page.wait("document.querySelector('#refused').textContent === 'The key is wrong.'")
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


def test_counts_by_a_property_draw_nothing_that_was_not_counted(tmp_path: Path) -> None:
    asked = "?q=Crimes+by+type%3F#key=secret"
    with (
        served(Counted(small().store)) as root,
        opened(root + asked, ANSWERED, tmp_path) as page,
    ):
        hidden = "[...document.querySelectorAll('.drawing')].every((each) => each.hidden)"
        assert page.run(hidden)
        assert "The query proves this" in page.run(
            "document.querySelector('#undrawn p').textContent"
        )
        assert page.run("document.querySelectorAll('#table td').length") == 4
        assert page.run("document.querySelectorAll('#facts li').length") == 0
        assert page.run("document.querySelector('#more summary').textContent") == "3 facts"
        assert to_mend(page) == []
        page.run("document.querySelector('#further [data-tag=F3]').click()")
        page.wait(DRAWN)
        assert page.run("document.querySelector('#undrawn').hidden")


def test_what_lies_near_is_drawn_where_it_is_wanted(tmp_path: Path) -> None:
    asked = "?q=Crimes+by+type%3F#key=secret"
    with (
        served(Counted(small().store)) as root,
        opened(root + asked, ANSWERED, tmp_path) as page,
    ):
        page.run("document.querySelector('#near').click()")
        page.wait(DRAWN)
        assert "Ann Lee" in page.run("document.querySelector('#nodes').textContent")


HASH = "b0083531fd314273c4e9a90a38fccd5aff0759138d9915b1f62c267ccf7a2ec4"


def test_long_codes_are_short_until_they_are_clicked(tmp_path: Path) -> None:
    texts = [
        f"Crime {HASH} led by Ann",
        "ticket 0f8fad5b-d9cb-469f-a165-70867728950e; then",
        "from 2017-01-01-2018-01-01 of 12345678901234567, accedebabeface",
    ]
    script = f"""import('./codes.js').then((codes) => {texts}.map((text) => {{
        const line = document.createElement('p');
        line.append(...codes.withCodes(text));
        const short = line.textContent;
        line.querySelector('button')?.click();
        return [short === codes.brief(text), short, line.textContent];
    }}))"""
    with served(small()) as root, opened(root + "#key=secret", "true", tmp_path) as page:
        assert page.run(script) == [
            [True, "Crime b00835…2ec4 led by Ann", texts[0]],
            [True, "ticket 0f8fad…950e; then", texts[1]],
            [True, texts[2], texts[2]],
        ]


def press(page: BrowserPage, key: str) -> None:
    """Press a key, such as "Tab", as a person does."""
    codes = {"Tab": 9, "Enter": 13, " ": 32}
    text = {"Enter": "\r", " ": " "}.get(key, "")
    given = {"key": key, "code": key, "windowsVirtualKeyCode": codes[key]}
    page.send("Input.dispatchKeyEvent", type="keyDown", text=text, **given)
    page.send("Input.dispatchKeyEvent", type="keyUp", **given)


LOOKS = {
    "light": ("light", 1280),
    "dark": ("dark", 1280),
    "narrow": ("light", 360),
    "narrow and dark": ("dark", 360),
}


def look(page: BrowserPage, name: str) -> None:
    """Give the page a colour scheme and a width."""
    scheme, width = LOOKS[name]
    scheme_feature = {"name": "prefers-color-scheme", "value": scheme}
    page.send("Emulation.setEmulatedMedia", features=[scheme_feature])
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600}
    page.send("Emulation.setDeviceMetricsOverride", **size)


def to_mend(page: BrowserPage) -> list[str]:
    """Return what axe finds to mend on the page as it is."""
    rules = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
    page.run(rules + "; 0")
    found: list[str] = page.run(
        "axe.run().then((found) => found.violations.map((each) => each.id + ': '"
        " + each.nodes.map((node) => node.html).join(' ')))"
    )
    return found


@pytest.mark.parametrize("name", LOOKS)
def test_axe_finds_nothing_to_mend_and_nothing_is_cut_off(name: str, tmp_path: Path) -> None:
    asked = f"?q={quote('Who works on Aurora?')}#key=secret"
    with served(small()) as root, opened(root + asked, WHOLE, tmp_path) as page:
        look(page, name)
        page.run("document.querySelector('#nodes button').click()")
        page.wait("document.querySelector('#node h3')")
        page.run("for (const each of document.querySelectorAll('details')) each.open = true")
        assert to_mend(page) == []
        wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        assert page.run(wide)


REFUSED = "document.querySelector('#state').textContent.endsWith('asking again …')"


@pytest.fixture
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let who was refused ask again after one second, and wait for its turn no longer."""
    monkeypatch.setattr(refusals, "AGAIN", 1)
    monkeypatch.setattr(turns, "_PATIENCE", 0.1)


@pytest.mark.usefixtures("_soon")
def test_the_page_waits_for_a_server_that_has_just_started(tmp_path: Path) -> None:
    asked, starting = f"?q={quote('Who leads Aurora?')}#key=secret", Starting(small())
    with served(starting, warm=True) as root, opened(root + asked, REFUSED, tmp_path) as page:
        starting.may_plan.set()
        page.wait(WHOLE)
        assert "Ann Lee leads Aurora" in page.run("document.querySelector('#facts').textContent")


@pytest.mark.usefixtures("_soon")
def test_the_page_asks_again_where_it_was_not_its_turn(tmp_path: Path) -> None:
    asked, busy = f"?q={quote('Who leads Aurora?')}#key=secret", Busy(small())
    with served(busy) as root, opened(root + asked, WHOLE, tmp_path) as page:
        assert "Ann Lee leads Aurora" in page.run("document.querySelector('#facts').textContent")
        assert page.run("document.querySelectorAll('#history li').length") == 1
    assert busy.times == 3


def test_the_page_says_that_the_server_is_busy_for_as_long_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refusals, "AGAIN", 2)
    asked, busy = f"?q={quote('Who leads Aurora?')}#key=secret", Busy(small())
    state = "document.querySelector('#state').textContent"
    said = rf"/asked by many: asking again … \d s$/.test({state})"
    with served(busy) as root, opened(root + asked, said, tmp_path) as page:
        page.wait(WHOLE)


def test_another_system_and_a_filter_answer_otherwise(tmp_path: Path) -> None:
    asked = f"?q={quote('Who works on Aurora?')}#key=secret"
    with served(small()) as root, opened(root + asked, WHOLE, tmp_path) as page:
        names = "[...document.querySelectorAll('#system option')].map((each) => each.value)"
        assert page.run(names) == list(SYSTEMS)
        page.run("document.querySelector('#system').value = 'g-retriever'")
        page.run("document.querySelector('#types [value=leads]').click()")
        page.run("document.querySelector('#ask [type=submit]').click()")
        page.wait("document.querySelectorAll('#history li').length === 2")
        page.wait(WHOLE)
        facts = page.run("document.querySelector('#facts').textContent")
        assert "Ann Lee leads Aurora" in facts
        assert "works on" not in facts


def test_the_keyboard_alone_asks_highlights_and_opens(tmp_path: Path) -> None:
    ready = "document.querySelector('#schema').textContent"
    with served(small()) as root, opened(root + "#key=secret", ready, tmp_path) as page:
        page.run("document.querySelector('#question').focus()")
        page.send("Input.insertText", text="Who works on Aurora?")
        press(page, "Enter")
        page.wait(WHOLE)
        page.run("document.querySelector('#nodes').parentElement.open = true")
        for chosen in ("#facts .tag", "#nodes button"):
            reach(page, chosen)
            press(page, "Enter")
        page.wait("document.querySelector('#node h3')")
        assert page.run("document.querySelector('#facts .tag').ariaPressed") == "true"


def reach(page: BrowserPage, chosen: str) -> None:
    """Press Tab until the first element of a selector has the focus."""
    for _ in range(60):
        if page.run(f"document.activeElement === document.querySelector({chosen!r})"):
            return
        press(page, "Tab")
    raise AssertionError(f"Tab does not come to {chosen}")


def test_the_cypher_is_copied_and_neighbours_are_drawn(tmp_path: Path) -> None:
    asked = f"?q={quote('Who leads Aurora?')}#key=secret"
    with served(small()) as root, opened(root + asked, WHOLE, tmp_path) as page:
        page.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        page.run("document.querySelector('#copy').click()")
        page.wait("document.querySelector('#state').textContent.startsWith('Copied')")
        before = page.run("window.copied")
        assert before.startswith("MATCH (n) WHERE elementId(n) IN ['")
        page.run("document.querySelector('#nodes button').click()")
        page.wait("document.querySelector('#node button')")
        page.run("document.querySelector('#node button').click()")
        page.run("document.querySelector('#copy').click()")
        assert len(page.run("window.copied")) >= len(before)


def test_a_model_that_goes_away_is_said_and_the_evidence_stays(tmp_path: Path) -> None:
    asked = f"?q={quote('Who leads Aurora?')}#key=secret"
    said = "document.querySelector('#state').textContent.startsWith('The model failed')"
    with served(small(), Gone()) as root, opened(root + asked, said, tmp_path) as page:
        page.wait(DRAWN)
        assert "Ann Lee leads Aurora" in page.run("document.querySelector('#facts').textContent")


def test_an_answer_that_is_cut_off_is_said(tmp_path: Path) -> None:
    script = """new Promise((resolve) => {
        window.fetch = async () => new Response('event: stage\\ndata: {"stage": "read"}\\n\\n');
        document.querySelector('#question').value = 'Who leads Aurora?';
        document.querySelector('#ask [type=submit]').click();
        resolve();
    })"""
    ready = "document.querySelector('#schema').textContent"
    with served(small()) as root, opened(root + "#key=secret", ready, tmp_path) as page:
        page.run(script)
        page.wait("document.querySelector('#state').textContent.includes('before the answer did')")
        assert page.run("document.querySelector('#stop').hidden")


def test_a_click_answers_by_the_reading_that_is_meant(tmp_path: Path) -> None:
    asked = f"?q={quote(AMBIGUOUS)}#key=secret"
    with served(two_readings()) as root, opened(root + asked, WHOLE, tmp_path) as page:
        assert page.run("document.querySelector('#readings-head').textContent") == "Did you mean:"
        assert "Not sure" not in page.run("document.querySelector('#answer').textContent")
        assert page.run("document.querySelector('#read').textContent").startswith("Read as: ")
        chosen = "b => b.textContent.includes('DIRECTED')"
        page.run(f"[...document.querySelectorAll('#meant button')].find({chosen}).click()")
        page.wait("document.querySelector('#answer').textContent.startsWith('count: 2')")
        page.wait("document.querySelector('#readings').hidden")


def test_a_path_that_goes_nowhere_is_not_said_to_be_followed(tmp_path: Path) -> None:
    paths = "['aurora', 'aurora <- leads <- entity']"
    script = f"""import('./view.js').then(({{showAnswer}}) => {paths}.map((path) => {{
        showAnswer('', {{cuts: [], table: null, paths: [{{path}}]}}, () => {{}});
        return document.querySelector('#read').textContent;
    }}))"""
    with served(small()) as root, opened(root + "#key=secret", "true", tmp_path) as page:
        assert page.run(script) == ["", "Followed: aurora <- leads <- entity"]


def priced() -> Any:
    """Return the default system over three valves and their prices."""
    valves = tuple(node(i, ["Product"], name=f"Valve {i}", price=10.0 * i) for i in (1, 2, 3))
    store = MemoryStore(Subgraph(valves, ()))
    Indexer(store, HashEmbedder()).run()
    return SYSTEMS["steiner"].retriever(store, HashEmbedder(), RetrieverSettings())


def test_the_page_begins_with_labels_and_a_question_that_is_answered(tmp_path: Path) -> None:
    begun = "document.querySelectorAll('#examples button').length"
    with served(priced()) as root, opened(root + "#key=secret", begun, tmp_path) as page:
        held = page.run("document.querySelector('#contents').textContent")
        assert held.startswith("Product 3 such as Valve ")
        assert to_mend(page) == []
        question = page.run("document.querySelector('#examples button').textContent")
        page.run("document.querySelector('#examples button').click()")
        page.wait(WHOLE)
        assert page.run("document.querySelector('#start').hidden")
        assert page.run("new URLSearchParams(location.search).get('q')") == question
        assert page.run("location.hash") == ""
        assert page.run("document.querySelector('#history p').textContent")
        page.run("document.querySelector('#fresh').click()")
        assert not page.run("document.querySelector('#start').hidden")


def test_what_is_in_the_graph_is_shown_before_any_question_was_tried(tmp_path: Path) -> None:
    slow = Starting(priced())
    labels = "document.querySelectorAll('#contents li').length"
    with served(slow) as root, opened(root + "#key=secret", labels, tmp_path) as page:
        looking = page.run("document.querySelector('#looking').textContent")
        assert looking == "Trying questions that this graph may answer …"
        assert page.run("document.querySelector('#asking').hidden")
        slow.may_plan.set()
        page.wait("document.querySelectorAll('#examples button').length")
        page.wait("document.querySelector('#looking').textContent === ''")


def test_a_table_is_sorted_by_a_column_and_given_as_csv(tmp_path: Path) -> None:
    rows = "[['b', 10], ['=a, or \\x22c\\x22', 9], ['d', -1]]"
    script = f"""import('./table.js').then((table) => {{
        table.drawTable({{columns: ['name', 'n'], rows: {rows}}});
        return table.csv();
    }})"""
    numbers = "[...document.querySelectorAll('#table td.number')].map((each) => each.textContent)"
    click = "document.querySelectorAll('#table th button')[1].click()"
    with served(small()) as root, opened(root + "#key=secret", "true", tmp_path) as page:
        assert page.run(script) == 'name,n\r\nb,10\r\n"\'=a, or ""c""",9\r\nd,-1\r\n'
        page.run(click)
        assert page.run(numbers) == ["-1", "9", "10"]
        page.run(click)
        assert page.run(numbers) == ["10", "9", "-1"]
        assert page.run("document.querySelectorAll('#table th')[1].ariaSort") == "descending"


def test_a_single_row_of_many_columns_is_read_downwards(tmp_path: Path) -> None:
    columns, row = "['name', 'rating', 'approved', 'note']", "[['Acme', 4.5, true, null]]"
    script = f"""import('./table.js').then((table) => {{
        table.drawTable({{columns: {columns}, rows: {row}}});
        return [...document.querySelectorAll('#table tr')].map((line) => line.textContent);
    }})"""
    with served(small()) as root, opened(root + "#key=secret", "true", tmp_path) as page:
        assert page.run(script) == ["nameAcme", "rating4.5", "approvedtrue", "note"]


STAR = """
const nodes = [...Array(60).keys()].map(
    (i) => ({id: `n${i}`, name: `Product number ${i}`, labels: ['P']}));
const source = (i) => i < 27 ? 'n0' : `n${i - 1}`;
const hub = (i) => ({id: `r${i}`, source: source(i), target: `n${i}`, type: 'MADE'});
const relationships = nodes.slice(1).map((_, at) => hub(at + 1));
"""


MET = """
const all = {includeLabels: true, includeEdges: false};
const shown = drawn.nodes(':visible').map((node) => node.renderedBoundingBox(all));
const over = (a, b) => Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1) > 2
    && Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1) > 2;
const met = shown.flatMap((a, i) => shown.slice(i + 1).filter((b) => over(a, b)));
"""  # The nodes that are shown, with their names, and pairs of them that lie over each other.
STARS = "relationships.slice(0, 26).map((each) => each.id)"
ALONE = "[...Array(16).keys()].map((i) => `n${28 + 2 * i}`).concat('r1')"


@pytest.mark.parametrize("name", ["light", "narrow"])
@pytest.mark.parametrize(("shown", "count"), [(STARS, 27), (ALONE, 18)], ids=["star", "alone"])
def test_names_of_what_proves_an_answer_lie_apart(
    name: str, shown: str, count: int, tmp_path: Path
) -> None:
    script = (
        "import('./graph.js').then(async (graph) => {"
        + STAR
        + """
        document.querySelector('#result').hidden = false;
        const box = document.querySelector('#graph');
        const drawn = await graph.draw(box, {seeds: [], nodes, relationships}, () => {});
        const places = () => JSON.stringify(drawn.nodes().map((node) => node.position()));
        const before = places();
        graph.highlight(drawn, """
        + shown
        + """);
        """
        + MET
        + """
        graph.highlight(drawn, []);
        return [shown.length, met.length, drawn.nodes(':visible').length, places() === before];
        })"""
    )
    with served(small()) as root, opened(root + "#key=secret", "true", tmp_path) as page:
        look(page, name)
        assert page.run(script) == [count, 0, 60, True]


SITES = """
const nodes = [...Array(36).keys()].map(
    (i) => ({id: `n${i}`, name: `Disinfection unit ${i}`, labels: ['P']}));
const site = (i) => i < 25 ? 'n0' : i < 28 ? 'n1' : 'n2';
const relationships = [...Array(27).keys()].map((at) => at + 4).map(
    (i) => ({id: `r${i}`, source: `n${i}`, target: site(i), type: 'MADE_AT'}));
"""


@pytest.mark.parametrize("name", ["light", "narrow"])
def test_names_of_counted_groups_are_read_and_lie_apart(name: str, tmp_path: Path) -> None:
    """Three sites with 27 products and sites without: what does not fit is reached by dragging."""
    script = (
        "import('./graph.js').then(async (graph) => {"
        + SITES
        + """
        document.querySelector('#result').hidden = false;
        const box = document.querySelector('#graph');
        const drawn = await graph.draw(box, {seeds: [], nodes, relationships}, () => {});
        graph.highlight(drawn, nodes.map((each) => each.id));
        """
        + MET
        + """
        const letters = parseFloat(drawn.nodes()[0].style('font-size')) * drawn.zoom();
        const inside = shown.filter((each) => each.x1 >= -2 && each.x2 <= drawn.width() + 2);
        const first = drawn.getElementById('n0').renderedPosition();
        return [met.length, letters >= 9, inside.length, first.y > 0 && first.y < drawn.height()];
        })"""
    )
    with served(small()) as root, opened(root + "#key=secret", "true", tmp_path) as page:
        look(page, name)
        assert page.run(script) == [0, True, 36, True]


def test_a_drawing_fits_a_box_that_became_narrow(tmp_path: Path) -> None:
    """As where a telephone is turned."""
    script = (
        "import('./graph.js').then(async (graph) => {"
        + STAR
        + """
        document.querySelector('#result').hidden = false;
        const box = document.querySelector('#graph');
        const drawn = await graph.draw(box, {seeds: [], nodes, relationships}, () => {});
        const outside = () => drawn.nodes().filter((node) => {
            const {x, y} = node.renderedPosition();
            return x < 0 || y < 0 || x > drawn.width() || y > drawn.height();
        }).length;
        window.narrowed = new Promise((resolve) => drawn.on('resize', () => {
            if (drawn.width() < 360) resolve(outside());
        }));
        return outside();
        })"""
    )
    with served(small()) as root, opened(root + "#key=secret", "true", tmp_path) as page:
        look(page, "light")
        assert page.run(script) == 0
        look(page, "narrow")
        assert page.run("window.narrowed") == 0


def test_the_beginning_is_asked_for_again_while_it_is_being_made(tmp_path: Path) -> None:
    script = """new Promise((resolve) => {
        const real = window.fetch; let asked = 0;
        window.fetch = (address, options) => {
            if (address === 'api/start' && ++asked === 2) resolve(asked);
            return real(address, options);
        };
        document.querySelector('#key').value = 'secret';
        document.querySelector('#login button').click();
    })"""
    with served(small()) as root, opened(root, ASKED, tmp_path) as page:
        assert page.run(script) == 2


def test_a_server_too_busy_for_the_beginning_is_asked_again(tmp_path: Path) -> None:
    busy = """{
        const real = window.fetch; let asked = 0;
        window.fetch = (address, options) => address === 'api/start' && ++asked === 1
            ? Promise.resolve(new Response('{"error": {"message": "too slow"}}', {status: 504}))
            : real(address, options);
        document.querySelector('#key').value = 'secret';
        document.querySelector('#login button').click();
    }"""
    with served(priced()) as root, opened(root, ASKED, tmp_path) as page:
        page.run(busy)
        page.wait("document.querySelectorAll('#contents li').length > 0")
