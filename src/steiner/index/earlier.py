"""What was chosen when the index was made counts again, unless something else is given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from steiner.settings import IndexSettings, LabelChoice
from steiner.stores.protocol import IndexRecord

_OPTIONS = {"name": "--name", "aliases": "--alias", "properties": "--property"}


def with_earlier(given: IndexSettings, record: IndexRecord | None) -> IndexSettings:
    """Return `given` with what was chosen for `record` where it leaves that open.

    `--property Person=name` of an earlier run stays when `--name Person=name` or anything about
    other labels is given now.
    """
    if record is None:
        return given
    earlier = IndexSettings.from_json(record.settings)
    labels = dict.fromkeys((*earlier.choices, *given.choices))
    choices = {label: _merged(given.choices, earlier.choices, label) for label in labels}
    return replace(
        given,
        labels=given.labels or earlier.labels,
        filters=given.filters or earlier.filters,
        ranges=given.ranges or earlier.ranges,
        choices=choices,
        use_index=given.use_index or earlier.use_index,
    )


def with_store(given: IndexSettings, record: IndexRecord | None) -> IndexSettings:
    """Return `given` with where the index is kept: as `record` has it, a new one on nodes."""
    if given.store:
        return given
    return replace(given, store="beside" if record and record.is_beside else "nodes")


def described(settings: IndexSettings) -> str:
    """Write what is chosen as options of `steiner index`; empty without any."""
    labels = (f"--label {label}" for label in settings.labels)
    filters = (f"--filter {property}" for property in settings.filters)
    ranges = (f"--range {property}" for property in settings.ranges)
    used = [f"--use-index {settings.use_index}"] if settings.use_index else []
    return " ".join([*labels, *filters, *ranges, *used, *_options(settings)])


def _merged(
    given: Mapping[str, LabelChoice], earlier: Mapping[str, LabelChoice], label: str
) -> LabelChoice:
    new, old = given.get(label, LabelChoice()), earlier.get(label, LabelChoice())
    return LabelChoice(
        *(
            getattr(old, name) if getattr(new, name) is None else getattr(new, name)
            for name in _OPTIONS
        )
    )


def _options(settings: IndexSettings) -> Iterator[str]:
    for label, choice in settings.choices.items():
        for name, option in _OPTIONS.items():
            value = getattr(choice, name)
            for property in (value,) if isinstance(value, str) else value or ():
                yield f"{option} {label}={property}"
