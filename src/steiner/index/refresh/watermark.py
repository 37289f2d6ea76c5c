"""What a run need not read: nodes that a property of the graph's own says are as they were.

The high-water mark is the property's highest value when a complete run began. Nodes below it have
not changed since; those at it may have, within the same day or millisecond, and are read again.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version

from steiner.errors import InvalidInput
from steiner.index.properties.profile import Profile, closest
from steiner.settings import IndexSettings
from steiner.stores.protocol import IndexRecord, IndexStore, Schema, Watermark


@dataclass(frozen=True, slots=True)
class ReadPlan:
    """Which nodes a run reads, and what it has read when it is complete.

    `since`: nodes below it are not read (None: all are); `reached`: kept with a complete run.
    """

    since: Watermark | None
    reached: Watermark | None


def profile_hash(mark: str, profile: Profile, settings: IndexSettings) -> str:
    """Return a hash of all that the text of a node depends on beside the node.

    `mark`: of the model.
    """
    own = asdict(profile) | {"common": sorted(profile.common)}
    content = json.dumps([version("steiner"), mark, settings.to_json(), own], sort_keys=True)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def planned_reading(
    store: IndexStore, earlier: IndexRecord | None, property: str, profile: str
) -> ReadPlan:
    """Say what a run reads that goes by `property` (empty: it reads everything).

    `earlier`: the record of the index, None to read everything. Nodes are read anew where they
    were read otherwise, in another `profile`, or the index is not complete. Raises InvalidInput
    where the property tells nothing.
    """
    known = earlier.watermark if earlier and earlier.state != "building" else None
    if not property:
        # All has been read at the end, so it holds for what comes after.
        return ReadPlan(None, replace(known, profile=profile) if known else None)
    highest = store.highest(property)
    if highest is None:
        raise InvalidInput(_nothing_in(property, store.schema(1)))
    same = known is not None and (known.property, known.profile) == (property, profile)
    return ReadPlan(known if same else None, Watermark(property, highest, profile))


def _nothing_in(property: str, schema: Schema) -> str:
    names = {name for own in schema.labels.values() for name in own.samples}
    there = "" if property in names else f" {closest(property, sorted(names))}"
    return (
        f"--updated expects the property in which nodes say when they were changed, as a number, "
        f"a day or a time (no text, none that is still to come): no node has such a value in "
        f"{property!r}.{there}"
    )
