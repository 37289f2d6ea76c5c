"""What verbs leave open: who is done to, what is done to another, a light verb that says all."""

from __future__ import annotations

import re

from steiner.algebra import Owner
from steiner.query.computing.meaning.binding import Binding
from steiner.query.english.cues import SUPERLATIVES
from steiner.query.english.days import ASKS_WHEN
from steiner.query.english.light_words import LIGHT
from steiner.query.naming.schema_words import SMALL
from steiner.query.naming.voice import is_named_passive, is_passive
from steiner.query.unsaid_ends import unsaid_ends
from steiner.text import plain_words

_END = re.compile(r"\W*(?:(?:in|at|to|on|for|from|with|of|by)\W*)?", re.IGNORECASE)
_FRONTED = re.compile(
    r"\W*(?:which|what|how\s+many)\b.*\b(?:do|does|did|has|have|had)\s+\S", re.IGNORECASE
)
_WHICH_DOES = re.compile(r"\W*(?:which|what)\s+(?:\w+\s+)+?(?:do|does|did)\s", re.IGNORECASE)
_WHAT_IS = re.compile(r"\W*what(?:['’]s|\s+is|\s+was)\s+the\s+", re.IGNORECASE)
_DONE = re.compile(r"\b(?:is|are|was|were|been)\s+([a-z]+)\b", re.IGNORECASE)
_PLACED = re.compile(r"\s+(?:in|at|to|on|for|from|with|into|by)\b", re.IGNORECASE)
_OF_A_NOUN = re.compile(r"\b(?:an?|the|no|any|one|most|fewest|least|\d+)\W+$", re.IGNORECASE)
_BEST = "|".join([*SUPERLATIVES, "first", "last"])
_THEIR_BEST = re.compile(rf"\b(?:their|his|her|its)\s+(?:own\s+)?(?:{_BEST})\b", re.IGNORECASE)
"""Of each one's own the best: a rank within every row."""


def unsaid_of_verbs(bound: Binding) -> list[str]:
    """Return the words of what is done, or ranked in each row, that no query says."""
    return [
        *_only_light(bound),
        *_most_of_counts(bound),
        *_asked_is_named(bound),
        *_passive(bound),
        *_done_to_another(bound),
        *_best_of_each(bound),
        *_half_said(bound),
        *unsaid_ends(bound),
    ]


def _only_light(bound: Binding) -> list[str]:
    """ "Which goods were held?" asks not for all goods, though nothing else is said of them."""
    built = bound.built
    bare = not built.links and not built.bounds and bound.measure is None and bound.group is None
    done = (said[1] for said in _DONE.finditer(bound.text))
    return [word for word in done if word.casefold() in LIGHT] if bare else []


def _most_of_counts(bound: Binding) -> list[str]:
    """ "What is the highest number of bids a lot has?" asks for a number, not for who has it."""
    counts = [c for c in bound.kinds("superlative") if "number" in str(c.value)]
    asked = (c for c in counts if _WHAT_IS.fullmatch(bound.text[: c.start]))
    return [bound.text[c.start : c.end] for c in asked]


def _first_verb_end(bound: Binding) -> int | None:
    """Return where the first verb behind what is asked for ends."""
    start = bound.asked.end if bound.asked else 0
    verbs = (m.end for m in bound.mentions if m.of_kind("type") and not m.of_kind("label"))
    return next((end for end in verbs if end > start), None)


def _asked_is_named(bound: Binding) -> list[str]:
    """ "Which parts does Axle need?" asks for others than Axle, a part itself."""
    if ASKS_WHEN.match(bound.text):
        return []
    does = _WHICH_DOES.match(bound.text)
    of_root = (b for b in bound.built.bounds if b.property.owner == Owner(0) and not b.negated)
    values = (b.value if isinstance(b.value, list) else [b.value] for b in of_root)
    own = {name for stored in values for name in stored if isinstance(name, str)}
    after = does.end() if does else _first_verb_end(bound)
    behind = (v for v in bound.named if after is not None and v.start >= after)
    same = any(m.is_name and own & {*m.values} for v in behind for m in v.meanings)
    asked = bound.asked is not None and (bound.asked.of_kind("label") or not bound.asked.elements)
    asked = asked and not (does and _is_property(bound, does))
    labels = bound.built.labels
    others = any(label in ("", labels[0]) for label in labels[1:])  # What is asked for is there.
    return ["which"] if same and asked and not others else []


def _is_property(bound: Binding, does: re.Match[str]) -> bool:
    """Say whether what stands before "does" is only a property: "what role does Ann have"."""
    said = [m for m in bound.mentions if m.end <= does.end()]
    return bool(said) and all(e.kind == "property" for m in said for e in m.elements)


def _passive(bound: Binding) -> list[str]:
    """ "Which crews were rescued?" asks not for crews that rescued somebody."""
    built, left = bound.built, []
    for verb in bound.mentions:
        owner = built.places.get((verb.start, verb.end))
        types = [e.name for e in verb.of_kind("type")]
        if owner is None or not owner.is_link or not types or _PLACED.match(bound.text[verb.end :]):
            continue
        link = built.links[owner.number]
        passive = is_passive(bound.text, verb, types[0]) and not is_named_passive(types[0])
        before = [(b, o.number) for (_, b), o in built.places.items() if not o.is_link]
        subject = max((p for p in before if p[0] <= verb.start), default=(0, 0))[1]
        alike = built.labels[link.source] == built.labels[link.target]
        if passive and not alike and types[0] in link.types and link.source == subject:
            left.append(bound.text[verb.start : verb.end])
    return left


def _done_to_another(bound: Binding) -> list[str]:
    """ "How many pupils has each tutor taught?" asks not for tutors who taught some class."""
    built, read = bound.built, [m for m in bound.mentions if m.elements]
    verb = read[-1] if read else None
    owner = built.places.get((verb.start, verb.end)) if verb else None
    if verb is None or owner is None or not owner.is_link or verb.of_kind("label"):
        return []
    behind, before = bound.text[verb.end :], bound.text[: verb.start]
    noun = _OF_A_NOUN.search(before)
    if noun or not _END.fullmatch(behind) or not _FRONTED.match(before) or len(built.links) < 2:
        return []
    far = built.far(owner.number)
    said = [o for o in built.places.values() if o == Owner(far)]
    said += [b.property.owner for b in built.bounds if b.property.owner == Owner(far)]
    return [bound.text[verb.start : verb.end]] if built.leaves(far) and not said else []


def _half_said(bound: Binding) -> list[str]:
    """ "How many votes did Ann get?", of VOTED_FOR and VOTED_AGAINST."""
    words = {*re.findall(r"\w+", bound.text.casefold())}
    types = {type: plain_words(type).split() for type in bound.built.schema.ends}
    used = {type for link in bound.built.links for type in link.types}
    return [
        bound.text[verb.start : verb.end]
        for verb in bound.mentions
        for own in (types[e.name] for e in verb.of_kind("type")[:1] if e.name in used)
        if len(own) > 1 and own[-1] not in words
        if any(one[0] == own[0] and one[1:] != own[1:] and len(one) > 1 for one in types.values())
        if not verb.of_kind("label") and " " not in bound.text[verb.start : verb.end]
        if own[-1] in SMALL
    ]


def _best_of_each(bound: Binding) -> list[str]:
    """ "Who got their best mark in Latin?" ranks within every row."""
    said = _THEIR_BEST.finditer(bound.text)
    spans = [(m.start, m.end) for m in bound.mentions]
    return [one.group() for one in said if not any(a < one.end() <= b for a, b in spans)]
