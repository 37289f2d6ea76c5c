"""Notes on a schema that a language model suggests: a draft for people, who know the graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.algebra.schema.schema_notes import Notes
from steiner.errors import InvalidInput
from steiner.lexicon.notes import check_notes, notes_from
from steiner.query.proposing.model_reading import FormWriter
from steiner.query.proposing.prompt.shown_schema import schema_text
from steiner.query.proposing.reply_object import reply_object
from steiner.text import quarter_characters

_TOKENS = 4_000
"""Tokens of the schema in one prompt, about."""
_KINDS = ("labels", "types", "properties")
_TASK = """\
Below is the schema of a property graph: a line for each label and relationship type. People \
will ask about it in plain words. Write what they call its parts, where the names do not tell: \
abbreviations and codes in full, everyday words for technical ones, the verbs of a relationship. \
Reply with one JSON object alone:
{"labels": {"Clnt": {"synonyms": ["client", "customer"]}},
"types": {"KNOWS_LW": {"synonyms": ["lives with"], "either_way": true}},
"properties": {"Job.prio": {"synonyms": ["priority"], "values": {"H": ["high", "urgent"]}}, \
"Part.len": {"synonyms": ["length"], "unit": "cm"}}}
either_way: between nodes of one label, where it makes no difference who stands first. \
values: what people call a stored value. unit: where the name or the values tell it. Only what \
you are sure of; leave out what is clear by its name.

"""


class Suggested(NamedTuple):
    """Notes that fit a graph, and why others that a model suggested do not."""

    notes: Notes
    refused: tuple[str, ...]


def suggested_notes(schema: GraphSchema, model: FormWriter) -> Suggested:
    """Return the notes that a model suggests, one call for some 4,000 tokens of the schema.

    Raises InvalidInput where a reply is no JSON object, ModelFailed where the model fails.
    """
    tables: dict[str, dict[str, Any]] = {kind: {} for kind in _KINDS}
    refused = []
    for part in _parts(schema_text(schema)):
        reply = reply_object(model.fill(f"{_TASK}{part}\nJSON:", None).text, _KINDS)
        for kind, name, key, value in _said(reply):
            try:
                check_notes(notes_from({kind: {name: {key: value}}}), schema)
            except InvalidInput as error:
                refused.append(str(error))
            else:
                tables[kind].setdefault(name, {})[key] = value
    return Suggested(Notes.from_tables(tables), tuple(refused))


def _parts(text: str) -> Iterator[str]:
    """Yield the lines of a schema, as many at once as a prompt shows."""
    lines: list[str] = []
    for line in text.splitlines():
        if lines and quarter_characters("\n".join([*lines, line])) > _TOKENS:
            yield "\n".join(lines)
            lines = []
        lines.append(line)
    yield "\n".join(lines)


def _said(reply: Mapping[str, Any]) -> Iterator[tuple[str, str, str, Any]]:
    """Yield each note of a reply: its kind, what it is on, what it says."""
    for kind in _KINDS:
        table = reply.get(kind)
        for name, own in table.items() if isinstance(table, dict) else ():
            for key, value in own.items() if isinstance(own, dict) else ():
                yield kind, name, key, value
