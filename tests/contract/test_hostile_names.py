"""Names of labels, types and properties that are made to break statements are names like others."""

from __future__ import annotations

import random

import pytest
from conftest import EVERY
from index_doubles import HashEmbedder

from steiner.algebra import Bound, Owner, PropertyOf, Query, QueryLink
from steiner.errors import InvalidInput
from steiner.evidence import Evidence
from steiner.exports import cypher_script
from steiner.filters import Condition, Filter
from steiner.index.build import Indexer
from steiner.settings import ExpandSettings, IndexSettings, LabelChoice
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.statements import fill, quote
from steiner.stores.neo4j.store import Neo4jStore

GIVEN = (
    "DOM\\user", "a\\u0041b", "a\\u0060b", "\\u0060", "\\", "\\\\", "\\\\u0041", "\\u", "\\uu0041",
    "`", "``", "a`b", "`]->() DETACH DELETE n //", "') RETURN 1 //", "n) DETACH DELETE (n",
    "{{label}}", "{{label", "<<node>>", "<<hydrated>>", "{{", "}}", "$ids", "$`x`", "{name}",
    "|", "A|B", "!A", "A&B", "%", ":", "::", "a:b", "a.b", "a b", " ", " a", "a ", "\t", "\n", "\r",
    "//", "/*", "*/", "--", ";", "'", '"', "'\"`", "1", "0x1", "-1", "NULL", "null", "true",
    "MATCH", "RETURN", "SteinerNodeX", "steinerX", "é", "e\u0301", "ß", "黒", "😀", "👩‍👧",
    "\u202e", "\u200b", "\ufeff", "\u2028", "\u2029", "\u00a0", "\x01", "\x7f", "\x85", "\ufffd",
    "\ufffe", "\U0010ffff", "İ", "ı", "K", "ﬁ", "x" * 300, "<script>", "</svg>", "&amp;", "%s",
    "%(a)s", "{0}", "#{x}", "${x}", "\\n", "\\t", "\\x41", "\\N{DIGIT ONE}", "&#96;",
    "`\\", "\\`", "\\``",
)  # fmt: skip
DRAWN_FROM = "\\u0041`{}<>|:'\"$ \n\t/*;-aA1é黒😀"


def hostile_names(count: int) -> list[str]:
    """Return so many names, the same each time; no two are the same."""
    drawn, names = random.Random(53), dict.fromkeys(GIVEN)
    while len(names) < count:
        names["".join(drawn.choices(DRAWN_FROM, k=drawn.randint(2, 12)))] = None
    return list(names)


NAMES = tuple(hostile_names(200))
STEP = 1 if EVERY else 50
"""Of 200 names each has five statements, which a server plans anew; `make trust` asks of all."""
MAKE = """
CYPHER 5 UNWIND range(0, size($names) - 1) AS i
WITH i, $names[i] AS name
CREATE (a:$(name))-[r:$(name)]->(b:Other {title: 'end ' + i})
SET a = $both[i], r = $own[i]
"""


def test_a_name_is_never_a_placeholder_of_a_statement() -> None:
    for name in NAMES:
        text = quote(name)
        assert fill(text, {}) == text
        assert text.startswith("`")
        assert "`" not in text[1:-1].replace("``", "")


@pytest.mark.both_lines
@pytest.mark.timeout(900)
def test_200_hostile_names_are_indexed_found_filtered_and_computed(
    connection: Neo4jConnection,
) -> None:
    own = [{name: i} for i, name in enumerate(NAMES)]  # Texts would each have a vector index.
    both = [{name: f"value {i}", "title": f"start {i}"} for i, name in enumerate(NAMES)]
    with connection.driver.session() as session:
        session.run(MAKE, names=NAMES, own=own, both=both).consume()
    choices = {name: LabelChoice(name="title") for name in NAMES[:9]}
    settings = IndexSettings(choices=choices, filters=NAMES[:9])
    Indexer(Neo4jIndexStore(connection), HashEmbedder(), settings).run()
    store = Neo4jStore(connection)
    schema = store.graph_schema()
    assert set(NAMES) <= {*schema.labels} & {*schema.types} & {*store.properties()}
    for i, name in list(enumerate(NAMES))[::STEP]:
        ask_of(store, i, name)


def ask_of(store: Neo4jStore, i: int, name: str) -> None:
    """Ask for the one node, and the one relationship, that have a name in every way."""
    (start,) = store.find([f"start {i}"])
    node = store.hydrate([start], []).nodes[0]
    assert (node.labels, node.properties[name]) == ((name,), f"value {i}")
    where = Filter((name, "Other"), (name,), relationships=(Condition(name, "=", i),))
    around = store.filtered(where).expand([start], ExpandSettings(hops=1))
    assert (around.type_names, len(around.nodes)) == ((name,), 2)
    narrowed = store.filtered(Filter(nodes=(Condition(name, "=", f"value {i}"),)))
    assert len(narrowed.hydrate([start], []).nodes) == 1
    bound = Bound(PropertyOf(Owner(0), name, "text"), "=", f"value {i}")
    query = Query((name, "Other"), (QueryLink((name,), 0, 1),), bounds=(bound,))
    table = store.run(query)
    assert [row[0].id for row in table.rows] == [start], name
    assert quote(name) in cypher_script(Evidence("", table.proof, ""))


def test_a_name_of_nothing_is_said_to_be_unknown(connection: Neo4jConnection) -> None:
    with pytest.raises(InvalidInput, match="does not have"):
        Neo4jStore(connection).filtered(Filter(labels=("a\\u0041b\\",)))
