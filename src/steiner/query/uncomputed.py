"""What the algebra cannot say: a ratio, every one, whose they are, what is denied of nothing."""

from __future__ import annotations

import re

from steiner.algebra import Owner
from steiner.query.building.structure import Structure
from steiner.query.computing.answer_rows import EVERY
from steiner.query.computing.meaning.binding import Binding
from steiner.query.english.cues import Cue
from steiner.query.naming.linked_values import Value
from steiner.query.unsaid_beside import unsaid_beside
from steiner.query.unsaid_counts import unsaid_counts

_UNSAID = re.compile(rf"{EVERY.pattern}|\bnon-\w+", re.IGNORECASE)
"""What the algebra has no words for, unless it was read."""
_SOMEONE = re.compile(
    r"(?<=\w\s)(?:some|any)(?:one|body)\s+(?:who|that|in|from|at|with|of|on)\b", re.IGNORECASE
)
"""Someone of whom more is said: "who reports to someone in Riga" is in Riga or not."""
_WHOSE = re.compile(r"\W*whose\W+", re.IGNORECASE)
_OF_THEM = re.compile(r"\s*(?:(?:one|of\s+them)\b)?\s*(?:$|[,;.?!])", re.IGNORECASE)
_EACH_OF = re.compile(
    r"\W*(?:(?:of|one|individual|single|different|distinct|the|these|those|our|their|its)\W+)*",
    re.IGNORECASE,
)
"""Between "each" and what there is a row for: "for each of the shops"."""
_OF_EVERY = re.compile(
    r"(?:^|\b(?:for|of|by|in|per|at|on|from|with|do|does|did|is|are|was|were|has|have|had))\W+$",
    re.I,
)
"""Before every one that something is said of, and not done to: "does every shop sell"."""
_AND_WHO = re.compile(r"\band\W+(?:who|whom|whose|which|what|where|when)\b", re.IGNORECASE)
_THEIR = re.compile(r"\b(?:their|his|her|its)\W+(?!own\b)", re.IGNORECASE)
_THAN = re.compile(r"\bthan\b(?!\W+(?:once|ever)\b)", re.IGNORECASE)


def uncomputed(bound: Binding) -> list[str]:
    """Return what the algebra cannot say: a ratio, the second highest, "the same" of nothing."""
    built, text = bound.built, bound.text
    left = [c for c in bound.kinds("arithmetic") if (c.start, c.end) not in built.used]
    for cue in bound.kinds("same"):
        joins = built.closes or any(a <= cue.start < b for a, b in built.used)
        if (
            text[cue.start : cue.end].casefold().endswith(("same", "themselves", "own"))
            and not joins
            and not _is_reflexive(bound, cue)
        ):
            left.append(cue)
    unsaid = [said.group() for said in _UNSAID.finditer(text) if not _is_read(bound, said)]
    unsaid += [text[c.start : c.end] for c in bound.cues if _of_every(bound, c)]
    unsaid += [text[c.start : c.end] for c in bound.kinds("each") if _is_open(bound, c)]
    more = built.bounds or len(built.links) > 1
    unsaid += [said.group() for said in _SOMEONE.finditer(text)] if more else []
    if whose := _WHOSE.match(text):  # It is who has them that is asked for.
        own = (owner for (start, _), owner in built.places.items() if start == whose.end())
        unsaid += ["whose"] if Owner(0) in own else []
    unsaid += unsaid_beside(bound)
    unsaid += unsaid_counts(bound)
    unsaid += [said.group() for said in _THEIR.finditer(text) if _is_of_another(built, said.end())]
    unsaid += [text[c.start : c.end] for c in bound.kinds("count")[1:]]  # One number is asked for.
    unsaid += [text[c.start : c.end] for c in bound.kinds("each") if _of_all(bound, c)]
    unsaid += [said.group() for said in _THAN.finditer(text) if not _is_read(bound, said)]
    if not _denies(built) and not bound.bound_of_measure():
        unsaid += [text[c.start : c.end] for c in bound.kinds("not", "missing")]
    who = text.casefold().startswith("who ")
    if who and bound.single and bound.measure:
        unsaid += ["who"] if bound.measure.kind != "count" else []  # A number is nobody.
    names = built.schema.names
    nameless = names and not names.get(built.labels[0]) and not built.links
    if who and nameless:
        unsaid.append("who")  # What has no name is nobody: "who was charged", of crimes.
    if who and Owner(0) not in built.places.values():
        unsaid += ["who"] if _is_of_several(built) else []
    elif bound.asked and bound.asked.agent and not bound.asked.of_kind("label"):
        several = not bound.asked.label and _is_of_several(built)
        unsaid += [text[bound.asked.start : bound.asked.end]] if several else []
    if bound.single and bound.measure and (also := _AND_WHO.search(text)):
        unsaid.append(also.group())  # "The lowest rating and who gave it" is more than a number.
    return [*(text[c.start : c.end].strip() for c in left), *unsaid]


def _is_of_several(built: Structure) -> bool:
    """Say whether who is asked for may have another label: teams and firms are MANAGED_BY Ann."""
    if not built.links:
        return False
    link = built.links[0]
    far = built.labels[max(link.source, link.target)]
    pairs = built.schema.ends.get(link.types[0], ())
    ends = pairs if link.source == 0 else [(b, a) for a, b in pairs]
    return len({near for near, other in ends if other == far}) > 1


def _is_read(bound: Binding, said: re.Match[str]) -> bool:
    """Say whether words are of a cue, of a name or of what was bound."""
    cues = [(c.start, c.end) for c in bound.cues if c.kind != "number"]
    values = [(v.start, v.end) for v in bound.named]
    values += [(v.start, v.end) for v in bound.typed]
    spans = [*cues, *bound.built.used, *values]
    return any(a <= said.start() and said.end() <= b for a, b in spans)


def _denies(built: Structure) -> bool:
    """Say whether anything is denied: where nothing is, "not" and "without" went unread."""
    no = any(k.negated or any(o in ("=", "<", "<=") for o, _ in k.count) for k in built.links)
    return no or any(
        b.negated or b.operator in ("missing", "<>", "<", "<=") or b.value in (False, 0)
        for b in built.bounds
    )


def _is_reflexive(bound: Binding, cue: Cue) -> bool:
    """Say whether "themselves" only goes with a verb that nobody does to themselves.

    "Judges who recused themselves from a case" recuse nobody.
    """
    if bound.text[cue.start : cue.end].casefold() != "themselves":
        return False
    types = [e.name for m in bound.mentions if m.end + 1 == cue.start for e in m.of_kind("type")]
    ends = bound.built.schema.ends
    return bool(types) and not any(a == b for type in types for a, b in ends.get(type, ()))


def _is_open(bound: Binding, cue: Cue) -> bool:
    """Say whether there is no row for each of what stands behind "per" or "for each"."""
    if bound.measure is None or bound.group is not None or bound.across:
        return False
    if _OF_THEM.match(bound.text[cue.end :]):  # "By the number of shops in each".
        return bound.single
    places = [(a, o) for (a, _), o in bound.built.places.items() if a >= cue.end]
    start, owner = min(places, default=(0, None), key=lambda place: place[0])
    said = owner is not None and _EACH_OF.fullmatch(bound.text[cue.end : start])
    return bound.single or not said or owner != Owner(0)


def _of_every(bound: Binding, cue: Cue) -> bool:
    """Say whether a cue asks what is so of every one, or for the best one of each.

    "Who ordered every tea", "countries with both suppliers and customers", "the cheapest tea of
    each shop", where the tea itself is asked for.
    """
    said = bound.text[cue.start : cue.end].casefold()
    nouns = [m for m in bound.mentions if m.of_kind("label")]
    if said == "both" and _is_of_last(bound, cue):
        return True
    if said == "both":
        return bound.group is not None and any(0 <= m.start - cue.end <= 5 for m in nouns)
    if said == "every":
        ordered = not _OF_EVERY.search(bound.text[: cue.start])
        return ordered and any(m.end < cue.start for m in nouns)
    best = bound.kinds("superlative", "adjective") if cue.kind == "each" else []
    behind = [m for m in bound.mentions if 0 <= m.start - cue.end <= 1]
    ungrouped = bool(best) and bound.group is None and not any(m.of_kind("label") for m in behind)
    return ungrouped or any(0 <= m.start - c.end <= 1 for c in best for m in nouns)


def _is_of_another(built: Structure, position: int) -> bool:
    """Say whether what is somebody's may be one that is there: "assistants to their tutor"."""
    links = [k for k in built.links if not k.negated]
    for (start, _), owner in built.places.items():
        if 0 <= start - position <= 2 and not owner.is_link and owner.number:
            hop = _own_hop(built, owner.number)
            if hop and hop not in {type for k in links for type in k.types}:
                return True  # "Its releases" are RELEASE_OF it, whatever else leads to them.
    there = sorted({end for k in links for end in (k.source, k.target)} - {0})
    labels = [built.labels[i] for i in there]
    starts = [a for (a, _), o in built.places.items() if 0 <= a - position <= 2 and o != Owner(0)]
    return bool(starts) and len({*labels}) < len(labels)


def _own_hop(built: Structure, variable: int) -> str:
    """Return the type by which what leads to a variable has it as its own, else ""."""
    link = built.links[built.entering(variable)]
    near = built.labels[min(link.source, link.target)]
    hops = built.schema.hops.get(built.labels[variable], ())
    return next((h.type for h in hops if h.label == near and built.is_by_noun([h])), "")


def _of_all(bound: Binding, cue: Cue) -> bool:
    """Say whether what is asked for has to do with every one: "who has patients of every town"."""
    said = bound.text[cue.start : cue.end].casefold()
    if said not in ("every", "each") or bound.measure or bound.group or bound.order:
        return False
    places = [(a, o) for (a, _), o in bound.built.places.items() if a >= cue.end]
    _, owner = min(places, default=(0, None), key=lambda place: place[0])
    before = any(m.end <= cue.start for m in bound.mentions)
    return before and (owner != Owner(0) or said == "every")


def _is_of_last(bound: Binding, cue: Cue) -> bool:
    """Say whether only the last verb of several is held to a name.

    "Who both reported a fault and mended a sail on Kestrel": reported it there, too, or not.
    """
    verbs = [m for m in bound.mentions if m.of_kind("type") and m.start >= cue.end]
    if len(verbs) < 2 or verbs[0].start - cue.end > 1:
        return False
    values = {v for named in bound.named if named.start > verbs[-1].end for v in _stored(named)}
    of = [b.property.owner for b in bound.built.bounds if b.value in values]
    return len(set(of)) == 1 and len(bound.built.labels) > 2


def _stored(named: Value) -> list[str]:
    """Return the texts that a value is stored as."""
    return [v for meaning in named.meanings for v in meaning.values if isinstance(v, str)]
