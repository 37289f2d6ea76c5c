"""Notes as lines that a language model reads beside the schema."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from steiner.algebra.schema.schema_notes import Note, Notes


def noted_lines(notes: Notes, members: Collection[str]) -> Iterator[str]:
    """Yield a line for each note on one of `members`, labels and types, or a property of theirs.

    "KNOWS_LW: called lives with; holds either way".
    """
    for noted in (notes.labels, notes.types, notes.properties):
        for name, note in noted.items():
            owner = name.rpartition(".")[0] if noted is notes.properties else name
            if owner in members and (said := "; ".join(_said(note))):
                yield f"{name}: {said}"
    for label, properties in notes.names.items():
        if label in members:
            yield f"{label}: named by {' and '.join(properties)} together"


def _said(note: Note) -> Iterator[str]:
    if note.description:
        yield note.description.rstrip(".")
    if note.synonyms:
        yield f"called {', '.join(note.synonyms)}"
    if note.either_way:
        yield "holds either way"
    if note.unit:
        yield f"in {note.unit}"
    if note.days:
        yield f"days are written {note.days}"
    for value, words in note.values.items():
        if words:
            yield f"{value!r} is called {', '.join(words)}"
