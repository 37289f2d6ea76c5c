"""Whatever is in a file that steiner reads, it is read, or refused by InvalidInput."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from any_values import any_text, drawn
from hypothesis import given
from hypothesis import strategies as st

from steiner.algebra.schema.schema_notes import Note, Notes
from steiner.artefact import SETTINGS, read_artefact
from steiner.errors import InvalidInput
from steiner.jobs import read_questions
from steiner.lexicon.notes import read_notes
from steiner.lexicon.notes_text import notes_text
from steiner.settings import RetrieverSettings
from steiner.textual_graph import read_examples, to_example

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=8,
)
QUESTION = {"question": "Who?", "seeds": []}
EXAMPLE = {"question": "Who?", "answers": ["Ann"], "graph": {"nodes": [[1, "Ann"]], "edges": []}}
ARTEFACT = {"format": 1, "system": "steiner", "model": {}, "probe": [0.5]}
LINES: dict[str, tuple[Callable[[Path], Any], dict[str, Any]]] = {
    "questions.jsonl": (read_questions, QUESTION),
    "examples.jsonl": (read_examples, EXAMPLE),
    SETTINGS: (lambda path: read_artefact(path.parent), ARTEFACT),
}
TABLES: dict[str, tuple[Callable[[Path], Any], str]] = {
    "settings.toml": (RetrieverSettings.from_file, "[paths]\nhops = {}\n[expand]\nhubs = {}\n"),
    "notes.toml": (read_notes, '[labels.Film]\nsynonyms = {}\n[properties."Film.year"]\nunit = {}'),
}
ODD = (
    *(b"", b"\xff\xfe", b"\xef\xbb\xbf{}", b"[" * 100_000, b"{" * 3_000, b"1" * 5_000, b"\x00"),
    *(b"a = " + b"[" * 5_000, b"a = " + b"9" * 5_000, b"nan", b"Infinity", b'"\\ud800"', b"null"),
    *(b"a = 2024-02-30", b"a = 1e999", b"[paths]\nhops = nan", b"\n" * 9, b"\r", b"{}", b"[]"),
)


@pytest.mark.parametrize("name", [*LINES, *TABLES])
def test_odd_bytes_are_read_or_refused(name: str, tmp_path: Path) -> None:
    read = {**LINES, **TABLES}[name][0]
    for content in ODD:
        (tmp_path / name).write_bytes(content)
        with suppress(InvalidInput):
            read(tmp_path / name)
    with pytest.raises(InvalidInput):
        read(tmp_path / "nowhere" / name)
    with pytest.raises(InvalidInput):
        read(tmp_path)


@pytest.mark.parametrize("name", [*LINES, *TABLES])
@drawn(60)
@given(content=st.binary(max_size=80) | any_text.map(lambda t: t.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_read_or_refused(
    name: str, content: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(content)
    with suppress(InvalidInput):
        {**LINES, **TABLES}[name][0](path)


@pytest.mark.parametrize("name", LINES)
@drawn(100)
@given(data=st.data())
def test_a_file_with_any_value_at_any_key_is_read_or_refused(
    name: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    read, good = LINES[name]
    key = data.draw(st.sampled_from([*good]))
    path = tmp_path_factory.getbasetemp() / name
    path.write_text(json.dumps({**good, key: data.draw(json_values)}), encoding="utf-8")
    with suppress(InvalidInput):
        read(path)
    path.write_text(json.dumps(good), encoding="utf-8")
    assert read(path)


@pytest.mark.parametrize("name", TABLES)
@drawn(100)
@given(given=st.lists(json_values, min_size=2, max_size=2))
def test_tables_with_any_value_are_read_or_refused(
    name: str, given: list[Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    read, form = TABLES[name]
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(form.format(*map(json.dumps, given)).encode())
    with suppress(InvalidInput):
        read(path)


@drawn(60)
@given(data=json_values)
def test_any_json_is_an_example_or_none(data: Any) -> None:
    with suppress(InvalidInput):
        to_example(data, "line 1")


words = st.lists(any_text.filter(str.strip), max_size=3).map(tuple)


@drawn(100)
@given(label=any_text, synonyms=words, value=any_text)
def test_notes_are_read_back_as_they_are_written(
    label: str,
    synonyms: tuple[str, ...],
    value: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    years = Note(values={value: synonyms}) if synonyms else Note()
    notes = Notes({label: Note(synonyms)}, properties={f"{label}.year": years})
    path = tmp_path_factory.getbasetemp() / "written.toml"
    path.write_bytes(notes_text(notes).encode("utf-8", "replace"))
    half = "\ud800" in notes_text(notes)  # No file of UTF-8 holds that.
    assert half or read_notes(path).tables() == notes.tables()
