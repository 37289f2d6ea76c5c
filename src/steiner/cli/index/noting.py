"""`steiner notes`: what people know of a graph and its schema does not say."""

from __future__ import annotations

import click

from steiner.cli.options import OUT, connected
from steiner.lexicon import live_notes
from steiner.settings import ConnectionSettings


@click.command()
@connected
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--draft",
    type=click.Path(exists=False, dir_okay=False),
    help="Write this file, to fill in: TOML with every label, type and property.",
)
def notes(connection: ConnectionSettings, file: str | None, draft: str | None) -> None:
    """Print the notes on the schema, or keep those of a TOML FILE with the index in their place.

    They say what people know and the schema does not: synonyms, types that hold either way, words
    for stored values, hidden parts (docs/notes.md). Nothing is embedded again.
    """
    if draft:
        live_notes.draft_notes(connection, draft)
        text = f"{draft} is written. Fill it in, then keep it: steiner notes {draft}"
    elif file:
        kept = live_notes.keep_notes(connection, file)
        counts = (len(kept.labels), len(kept.types), len(kept.properties))
        text = "Notes on {} labels, {} types and {} properties are kept.".format(*counts)
    else:
        text = live_notes.kept_notes(connection) or "# No notes yet: steiner notes --draft FILE"
    OUT.print(text, markup=False, soft_wrap=True)
