"""`steiner notes`: what people know of a graph and its schema does not say."""

from __future__ import annotations

from functools import partial

import click

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.algebra.schema.schema_notes import Notes
from steiner.cli.options import ERRORS, OUT, connected
from steiner.errors import InvalidInput
from steiner.generate.writer import open_text_model
from steiner.lexicon import live_notes
from steiner.query.proposing.drafted_notes import suggested_notes
from steiner.query.proposing.model_reading import FormWriter
from steiner.settings import ConnectionSettings


@click.command()
@connected
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--draft",
    type=click.Path(exists=False, dir_okay=False),
    help="Write this file, to fill in: TOML with every label, type and property.",
)
@click.option(
    "--model",
    help="With --draft: a language model, `provider:name` or a local one, that suggests notes; it "
    "is sent the schema with some values. Read them before you keep them.",
)
def notes(
    connection: ConnectionSettings, file: str | None, draft: str | None, model: str | None
) -> None:
    """Print the notes on the schema, or keep those of a TOML FILE with the index in their place.

    They say what people know and the schema does not: synonyms, types that hold either way, words
    for stored values, hidden parts (docs/notes.md). Nothing is embedded again.
    """
    if model and not draft:
        raise InvalidInput("--model suggests what a draft has: name its file with --draft FILE.")
    if draft:
        suggest = partial(_suggested, open_text_model(model)) if model else _nothing
        live_notes.draft_notes(connection, draft, suggest)
        text = f"{draft} is written. Fill it in, then keep it: steiner notes {draft}"
    elif file:
        kept = live_notes.keep_notes(connection, file)
        counts = (len(kept.labels), len(kept.types), len(kept.properties))
        text = "Notes on {} labels, {} types and {} properties are kept.".format(*counts)
    else:
        text = live_notes.kept_notes(connection) or "# No notes yet: steiner notes --draft FILE"
    OUT.print(text, markup=False, soft_wrap=True)


def _nothing(_: GraphSchema) -> Notes:
    return Notes()


def _suggested(model: FormWriter, schema: GraphSchema) -> Notes:
    """Return what a model suggests, and say what of it does not fit the graph."""
    suggested = suggested_notes(schema, model)
    for reason in suggested.refused:
        ERRORS.print(f"Left out: {reason}", markup=False, soft_wrap=True)
    return suggested.notes
