"""When `ask` and `serve` decline to answer; apart from `options`, which imports no settings."""

from __future__ import annotations

import click

from steiner.settings import DOUBT

declining = click.option(
    "--decline-below",
    type=click.FloatRange(0, 1),
    default=DOUBT,
    show_default=True,
    help="Say that the graph seems not to hold it where the confidence is less (0: never).",
)
