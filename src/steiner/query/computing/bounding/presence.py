"""Flags, and what is there or missing: "discontinued", "without a region", "in stock"."""

from __future__ import annotations

import re

from steiner.algebra import Bound, Owner, PropertyOf
from steiner.query.building.query_graph import EITHER
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import NUMERIC
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.schema.schema_mentions import OPPOSITE
from steiner.query.naming.schema.word_rings import is_opposed
from steiner.query.naming.schema_words import SPELT, UNITS, SchemaMention, base, is_flag, is_undone
from steiner.text import plain_words

_NO_SUCH = re.compile(
    r"(?:(?:not|n't|never)\W+(?:\w+\W+)?any|\bno|\bwithout(?:\W+(?:any|an?))?)\W+$", re.IGNORECASE
)
"""Before what there is not: "do not have any discontinued products"."""
_NOT = re.compile(
    r"(?:\bnot|\bnever|\bneither|\bnor|\bno\W+longer|n't|\bexcluding|\bexcept)\W+"
    r"(?:(?:have|has|had)\W+(?:an?\W+|any\W+)?|\w+\W+)?$",
    re.IGNORECASE,
)
_NON = re.compile(r"\bnon[\s-]$", re.IGNORECASE)
_STATE = re.compile(r"\b(?:(?P<out>out\W+of|off)|in|on)\W+$", re.IGNORECASE)
"""Before what something is in or out of: "out of stock", "no longer in service"."""
_WITHOUT = re.compile(
    r"(?:\b(?:without|lacks?|lacking|no|missing)|(?:not|n't)\W+(?:have|has))\W+(?:an?\W+|any\W+)?"
    r"(?:(?:specified|listed|recorded|known|given|registered)\W+)?$",
    re.IGNORECASE,
)
_ABSENT = re.compile(
    r"\W+(?:\w+\W+)?(?:is|are)\W+(?:missing|null|empty|"
    r"not\W+(?:listed|specified|available|known|given))",
    re.IGNORECASE,
)
_THERE = re.compile(r"\W+(?:listed|specified|available|recorded|provided)\b")
_BESIDE = re.compile(r"(?!\s(?:do|does|did|has|have|had)\b).{0,6}")
"""Between a property and its value: " of ", " is '"; not "insurance does Ann have"."""
_WITH = re.compile(r"\b(?:have|has|having|with)\W+(?:both\W+)?(?:an?)\W+$")
_TO = re.compile(r"\s(?:(?:on|to|with|for|in|at|by|of|from|into)\s)?", re.IGNORECASE)


def bind_presence(binding: Binding) -> None:
    """Bind the properties that nothing compares: yes or no, in stock, there or missing."""
    for mention in binding.properties():
        grouped = any(0 <= mention.start - c.end <= 2 for c in binding.kinds("each"))
        if mention.start in binding.consumed or grouped:
            continue
        flag = is_flag(mention, binding.built.schema) or _is_adverb(binding, mention)
        if flag:
            _bind_flag(binding, mention)
        elif _is_stock(binding, mention):
            _bind_stock(binding, mention)
        else:
            _bind_there(binding, mention)


def _bind_flag(binding: Binding, mention: SchemaMention) -> None:
    owned, before = binding.owned(mention), binding.text[: mention.start]
    if owned is None:
        return
    none = _NO_SUCH.search(before)
    elsewhere = none and _negate(binding, owned.owner, none.group())
    opposite = is_opposite(binding.text[mention.start : mention.end], owned.name)
    opposite = opposite != _is_out(binding, mention, owned.name)
    denied = _is_denied(before) and not _is_verbs(binding, mention)
    holds = bool(elsewhere or not (none or denied)) != opposite
    binding.built.bounds.append(Bound(owned, "=", holds))
    binding.use(mention)
    binding.flags.add(mention.start)


def is_opposite(word: str, flag: str) -> bool:
    """Say whether a word denies a flag: "uninsured" for insured, "amateur" for professional."""
    if is_opposed(base(word.casefold()), [*map(base, plain_words(flag).split())]):
        return True
    letters = re.sub(r"\W", "", word.casefold())
    if not OPPOSITE.match(word) or letters in plain_words(flag).replace(" ", ""):
        return False
    return not base(letters).startswith(base(plain_words(flag).split()[-1]))


def _is_denied(before: str) -> bool:
    """Say whether a text denies what stands behind it, and behind what that is in or out of."""
    state = _STATE.search(before)
    return bool(
        _NOT.search(before)
        or _NON.search(before)
        or (state and _NOT.search(before[: state.start()]))
    )


def _is_out(binding: Binding, mention: SchemaMention, name: str) -> bool:
    """Say whether something is out of what a property says it is in: "out of service"."""
    state = _STATE.search(binding.text[: mention.start])
    return bool(state and state["out"]) and not {"out", "off"} & {*plain_words(name).split()}


def _is_stock(binding: Binding, mention: SchemaMention) -> bool:
    """Say whether a number tells how much there is: "in stock" of unitsInStock, "on order"."""
    state = _STATE.search(binding.text[: mention.start])
    if state is None or re.match(r"\W*\d", binding.text[mention.end :]):
        return False
    word = state.group().split()[0].casefold()
    named = any(word in plain_words(e.name).split() for e in mention.of_kind("property"))
    inside = word in ("in", "on") and (named or (word == "in" and mention.score < SPELT))
    return inside or word == "out"


def _bind_stock(binding: Binding, mention: SchemaMention) -> None:
    owned = binding.owned(mention, True)
    if owned and owned.kind in NUMERIC:
        out = _is_out(binding, mention, owned.name)
        none = out != _is_denied(binding.text[: mention.start])
        binding.built.bounds.append(Bound(owned, "=" if none else ">", 0))
        binding.use(mention)


def _bind_there(binding: Binding, mention: SchemaMention) -> None:
    before, behind = binding.text[: mention.start], binding.text[mention.end :]
    missing = bool(_WITHOUT.search(before) or _ABSENT.match(behind))
    missing = missing or is_undone(binding.text, mention, binding.built.schema)
    there = _THERE.match(behind) or _WITH.search(before)
    if not (missing or there):
        return
    gaps = [binding.text[mention.end : v.start] for v in binding.named if v.start >= mention.end]
    if any(_BESIDE.fullmatch(gap) for gap in gaps):
        binding.use(mention)  # "A country code of KOR" says more than that there is one.
        return
    if owned := binding.owned(mention):
        # "Never discharged": from nowhere, or from somewhere not?
        never = owned.owner.is_link and bool(re.search(r"\bnever\W+(?:been\W+)?$", before))
        binding.built.guesses += EITHER * never
        if _counts_from_none(binding, mention, owned):
            new = Bound(owned, "=" if missing else ">", 0)
        elif missing and owned.kind == "yes or no":  # "Without insurance": not insured.
            new = Bound(owned, "=", True, True)
        else:
            new = Bound(owned, "missing" if missing else "present")
        binding.built.bounds.append(new)
        binding.use(mention)


def _counts_from_none(binding: Binding, mention: SchemaMention, own: PropertyOf) -> bool:
    """Say whether a number tells how many there are, none among them: "berths without cranes"."""
    word = binding.text[mention.start : mention.end].casefold().split()[-1]
    known = [p for p in binding.properties_of(own.owner) if p.name == own.name]
    words = plain_words(own.name).split()
    amount = singulars(word) or base(words[-1]) in UNITS or any(map(singulars, words))
    return bool(amount) and own.kind in NUMERIC and any(p.least == 0 for p in known)


def _negate(binding: Binding, owner: Owner, said: str) -> bool:
    """Take the link to a variable as one that there is not; "without" leaves one that is said."""
    if owner.is_link and not said.casefold().startswith("without"):
        binding.built.deny(owner.number)
        return True
    if owner.is_link or owner.number == 0:
        return False
    binding.built.deny(binding.built.entering(owner.number))
    return True


def _is_verbs(binding: Binding, mention: SchemaMention) -> bool:
    """Say whether the verb right before is what is denied: "do not own retired ships"."""
    verbs = [m for m in binding.mentions if m.of_kind("type") and m.end < mention.start]
    verbs = [m for m in verbs if _TO.fullmatch(binding.text[m.end : mention.start])]
    owners = [binding.built.places.get((m.start, m.end)) for m in verbs]
    return any(o and o.is_link and binding.built.links[o.number].negated for o in owners)


def _is_adverb(binding: Binding, mention: SchemaMention) -> bool:
    """Say whether a word is a flag's adverb: "urgently" of urgent."""
    word = binding.text[mention.start : mention.end].casefold()
    flags = (e for e in mention.of_kind("property") if binding.schema_of(e).kind == "yes or no")
    return word.endswith("ly") and any(plain_words(e.name) == word[:-2] for e in flags)
