"""Tries what a word may mean where nothing composed of a question is right: every type in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from steiner.algebra.schema.learnt_words import LearntWords
from steiner.progress import Report, silent
from steiner.train.reading.learning_passes import Read, TaughtReader

_TOGETHER = 4
"""Types that a word may mean at once: of more the right one is lost among them."""
_MOST = 40
"""Types of the largest schema of which this is tried: more take long, and are right by chance."""


def explained(reader: TaughtReader, plain: Sequence[Read], report: Report = silent) -> list[Read]:
    """Return what is read, with the schema's parts of the golds that only trying reveals."""
    types = [f"type:{type}" for type in reader.schema.ends]
    open_ = {place: own for place, own in enumerate(plain) if not own.parts()}
    stems = {stem for own in open_.values() for stem in own.words()}
    if not stems or len(types) > _MOST:
        return list(plain)
    read = list(plain)
    for first in range(0, len(types), _TOGETHER):
        meant = dict.fromkeys(types[first : first + _TOGETHER], 0.5)
        trying = reader.taught(LearntWords(meanings=dict.fromkeys(sorted(stems), meant)))
        for place, own in list(open_.items()):
            if parts := trying.read(own.asked).parts():
                read[place] = replace(own, asked=replace(own.asked, parts=parts))
                del open_[place]
        report("trying", min(first + _TOGETHER, len(types)), len(types))
    return read
