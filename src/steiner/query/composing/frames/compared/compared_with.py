"""The average of all and what is named, with which something is compared."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steiner.algebra import Bound, Overall, Owner, PropertyOf, Query
from steiner.query.composing.frames.binder import FIGURES, NUMERIC, Binder
from steiner.query.composing.frames.frame import Frame
from steiner.query.composing.trees.tree import Step
from steiner.query.english.cues import Cue
from steiner.query.english.degrees import DIMENSIONS, NEWER, OLDER
from steiner.text import plain_words

_AS = re.compile(r"\b(?:same|as)\b.*\bas\W+(?:the\W+|that\W+of\W+)?$")
_NOT_THAN = re.compile(r"(?:\bnot|n['’]t|\bno)\W+(?:\w+\W+){1,3}than\W+(?:the\W+|that\W+of\W+)?$")
"""Before what is not to be passed: "not more expensive than Sencha"."""
_UP = re.compile(
    r"\b(?:more|higher|larger|greater|bigger|longer|later|after|above|over|newer|exceed(?:s|ing|ed)?|taller|heavier|younger|better|pricier|dearer|costlier|thicker|faster|deeper|wider|richer|wealthier)\b"
)
_DOWN = re.compile(
    r"\b(?:less|lower|smaller|fewer|shorter|earlier|before|below|under|cheaper|older|lighter|worse|thinner|slower|poorer|ahead\s+of)\b"
)


def overall(binder: Binder, frame: Frame, place: int, cue: Cue) -> Iterator[Step]:
    """Compare with the average of all."""
    operator = str(cue.operator) or direction(binder.text[max(0, cue.start - 30) : cue.end])
    if not operator:
        return
    denied = binder.is_denied(frame.tree.waiting[place].item)
    for features, own, other, grown in binder.beside(frame, place, NUMERIC):
        over = Bound(own, operator, Overall("avg"), denied)
        yield (
            {**features, "overall": 1.0},
            {"tree": grown, "bounds": (*frame.bounds, over), "used": frame.using(place, other)},
        )
    hints = {*DIMENSIONS.get(binder.first_word(cue), ())}
    for own in binder.properties(frame.tree, NUMERIC):
        if own.owner == Owner(0) and not binder.known(frame.tree, own).tells_time:
            hinted = bool(hints & {*plain_words(own.name).split()})
            features = {
                "overall:implied": 1.0,
                "overall:hint": float(hinted),
                "bound:of_several": binder.alike(frame.tree, own),
            }
            yield (
                features,
                {
                    "bounds": (*frame.bounds, Bound(own, operator, Overall("avg"), denied)),
                    "used": frame.using(place),
                },
            )


def than_named(binder: Binder, frame: Frame, place: int) -> Iterator[Step]:
    """Compare with the same property of one that is named: "cheaper than Sencha"."""
    tree, item = frame.tree, frame.tree.waiting[place].item
    meaning = item.meaning
    assert meaning is not None
    if any(i.end > item.end and i.meaning for i in binder.lattice.items[item.start]):
        return  # "Ann Lee" is no Ann.
    before = binder.text[: binder.lattice.words[item.start].start][-40:]
    for variable, label in enumerate(tree.labels):
        if label != meaning.label:
            continue
        name = PropertyOf(Owner(0), meaning.property)
        for own, features, used in _than(binder, frame, place, variable):
            operator = direction(before) or ("=" if _AS.search(before) else "")
            word = next((w for w in (*OLDER, *NEWER) if re.search(rf"\b{w}\b", before)), "")
            if word:
                operator = "<" if (word in OLDER) == binder.is_dated(tree, own) else ">"
            if not operator:
                continue
            root = own._replace(owner=Owner(0))
            whole = {meaning.property: meaning.values, **dict(meaning.besides)}
            named = tuple(Bound(name._replace(name=n), "=", v[0]) for n, v in whole.items())
            other = Query((label,), bounds=named, group=root)
            bounds = [Bound(own, operator, other, bool(_NOT_THAN.search(before)))]
            if operator == "=":
                itself = PropertyOf(Owner(variable), meaning.property)
                bounds.append(Bound(itself, "=", meaning.values[0], True))
            yield (
                {**features, "than:root": float(not variable), f"than:{operator}": 1.0},
                {
                    "bounds": (*frame.bounds, *bounds),
                    "used": frame.using(place, *used),
                },
            )


def _than(
    binder: Binder, frame: Frame, place: int, variable: int
) -> Iterator[tuple[PropertyOf, dict[str, float], tuple[int, ...]]]:
    item = frame.tree.waiting[place].item
    same = bool(_AS.search(binder.text[: binder.lattice.words[item.start].start]))
    kinds = (*FIGURES, "text") if same else FIGURES
    for features, own, other, _ in binder.beside(frame, place, kinds):
        if own.owner == Owner(variable):
            words = binder.said_near(own.name, item.start - 8, item.start)
            yield own, {**features, "than:said": 1.0, "than:words": words}, (other,)
    near = binder.text[: binder.lattice.words[item.start].start].split()[-4:]
    hints = {hint for word in near for hint in DIMENSIONS.get(word, ())}
    for own in binder.properties(frame.tree, FIGURES):
        if own.owner == Owner(variable):
            hinted = bool(hints & {*plain_words(own.name).split()})
            timely = bool({*near} & {"before", "after", *OLDER, *NEWER})
            day = timely and binder.is_dated(frame.tree, own)
            only = not same and own.kind in NUMERIC and not binder.alike(frame.tree, own)
            if hinted or day or only:
                features = {
                    "than:hint": float(hinted),
                    "than:only": float(only and not hinted),
                    "than:day": float(day),
                    "bound:of_several": binder.alike(frame.tree, own),
                    "bound:implied_words": binder.said_near(own.name, item.start - 4, item.start),
                }
                yield own, features, ()


def direction(text: str) -> str:
    """Return the operator that words of comparison say, "" for none."""
    up, down = _UP.search(text), _DOWN.search(text)
    return ">" if up and not down else "<" if down and not up else ""
