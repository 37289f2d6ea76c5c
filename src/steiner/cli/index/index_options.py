"""Options of `steiner index`: what of the graph is indexed, and how."""

from __future__ import annotations

from functools import wraps
from typing import Any

import click

from steiner.cli.options import Command
from steiner.embed import BACKENDS
from steiner.errors import InvalidInput
from steiner.index.live_index import ENGINES, IndexBuild
from steiner.settings import IndexSettings, LabelChoice
from steiner.settings.environment import bound_threads
from steiner.settings.index_choices import STORES

_OPTIONS = (
    click.option(
        "--embedder",
        help="Encoder: name, folder, provider:model, https://server/v1#model [all-MiniLM-L6-v2].",
    ),
    click.option(
        "--backend",
        type=click.Choice(BACKENDS),
        help="What runs the encoder [on a GPU torch, else onnx, with the same vectors]; "
        "onnx-int8 is faster, with others. Questions are embedded on the processor.",
    ),
    click.option(
        "--threads",
        type=click.IntRange(min=1),
        help="Threads of the processor that the encoder uses [STEINER_THREADS; else all cores].",
    ),
    click.option("--label", "labels", multiple=True, help="Index only this label (repeatable)."),
    click.option(
        "--name",
        "names",
        multiple=True,
        metavar="LABEL=PROPERTY",
        help="The property that names nodes of a label.",
    ),
    click.option(
        "--alias",
        "aliases",
        multiple=True,
        metavar="LABEL=PROPERTY",
        help="A property that holds other names.",
    ),
    click.option(
        "--property",
        "properties",
        multiple=True,
        metavar="LABEL=PROPERTY",
        help="Read and show only these properties of a label, and its name.",
    ),
    click.option(
        "--filter",
        "filters",
        multiple=True,
        metavar="PROPERTY",
        help="Filter by this property inside the vector index (Neo4j 2026.02 or newer).",
    ),
    click.option(
        "--range",
        "ranges",
        multiple=True,
        metavar="PROPERTY",
        help="Make a range index over this property, for comparisons on large graphs: the server "
        "then refuses texts of more than 8 kB in it.",
    ),
    click.option(
        "--use-index",
        metavar="NAME",
        default="",
        help="A vector index over nodes that the graph has: steiner searches it, never changes it, "
        "and embeds only the nodes that have no vector in it. --embedder names its encoder.",
    ),
    click.option(
        "--store",
        type=click.Choice(STORES),
        help="Where vectors, names and keys are kept: on the graph's own nodes and relationships, "
        "or beside them on nodes of steiner's, so that yours stay as they are [as before; nodes].",
    ),
    click.option(
        "--all",
        "everything",
        is_flag=True,
        help="Forget the labels, names, aliases, properties, filters, ranges, index chosen before.",
    ),
    click.option(
        "--updated",
        metavar="PROPERTY",
        default="",
        help="Read again only nodes whose PROPERTY, a number or a time, says that they were "
        "changed since the last run with it, and nodes without it.",
    ),
    click.option(
        "--engine",
        type=click.Choice(ENGINES),
        default=ENGINES[0],
        show_default=True,
        help="What reads and embeds: this process, or workers of Ray's on this machine or on the "
        "cluster of RAY_ADDRESS (docs/how-to/workers.md). The index is the same.",
    ),
    click.option(
        "--workers",
        type=click.IntRange(min=1),
        help="Encoders of --engine ray at once [one a GPU, without any one a core].",
    ),
    click.option("--rebuild", is_flag=True, help="Remove the index first."),
)


def building(command: Command) -> Command:
    """Add the options of what is indexed; the command gets them as `build`."""

    @wraps(command)
    def run(**options: Any) -> Any:
        if (threads := options.pop("threads")) is not None:
            bound_threads(threads)
        choices = _choices(*(options.pop(name) for name in ("names", "aliases", "properties")))
        plain = ("labels", "filters", "ranges", "use_index")
        kept = {name: options.pop(name) for name in plain}
        kept["store"] = options.pop("store") or ""
        settings = IndexSettings(choices=choices, **kept)
        names = ("embedder", "backend", "rebuild", "everything", "updated", "engine", "workers")
        build = IndexBuild(settings, **{name: options.pop(name) for name in names})
        return command(build=build, **options)

    for option in reversed(_OPTIONS):
        run = option(run)
    return run


def _choices(
    names: tuple[str, ...], aliases: tuple[str, ...], properties: tuple[str, ...]
) -> dict[str, LabelChoice]:
    named = {k: v[-1] for k, v in _pairs("--name", names).items()}
    other, read = _pairs("--alias", aliases), _pairs("--property", properties)
    return {
        label: LabelChoice(named.get(label), other.get(label), read.get(label))
        for label in {**named, **other, **read}
    }


def _pairs(option: str, given: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    pairs: dict[str, tuple[str, ...]] = {}
    for text in given:
        label, equals, value = text.partition("=")
        if not (label and equals and value):
            raise InvalidInput(f"{option} expects LABEL=PROPERTY, got {text!r}.")
        pairs[label] = (*pairs.get(label, ()), value)
    return pairs
