"""A number for each value: "by category", "per colour"."""

from __future__ import annotations

from steiner.algebra import Owner
from steiner.query.computing.meaning.binding import Binding
from steiner.query.english.cues import Cue
from steiner.query.naming.computing_cues import is_done_by
from steiner.query.naming.question_parts import is_value_of


def group_each(binding: Binding, cue: Cue) -> None:
    nouns = [m for m in binding.mentions if m.of_kind("label") and m.start == cue.end + 1]
    of_noun = {m.end + 1 for m in nouns}  # "Per ticket status".
    for mention in binding.properties():
        plain = mention.start not in binding.consumed and is_value_of(mention, binding.built.schema)
        if 0 <= mention.start - cue.end <= 2 or (plain and mention.start in of_noun):
            owned = binding.owned(mention)
            if owned and owned.owner == Owner(0):
                binding.group, binding.single = owned, False
                binding.use(mention)


def group_by(binding: Binding) -> None:
    """Read "the average price by category": a number for each; not "directed by Ann"."""
    for cue in binding.kinds("based"):
        behind = [m for m in binding.mentions if 0 <= m.start - cue.end <= 2 and m.elements]
        if is_done_by(binding.text, cue, binding.mentions) or not behind:
            continue
        group_each(binding, cue)
        if binding.group is None:
            binding.unbound.append(binding.text[cue.start : behind[0].end])
