"""Walks written by a model (Walk&Retrieve, figure 2a), each with every name that it must have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from steiner.index.walks.texts import Triples, Verbalise, names_lost, prompt, prompt_again, template
from steiner.progress import Report, silent

Write = Callable[[Sequence[str], Report], Sequence[str]]
"""Lets a model write a text for each prompt, and reports how far it is."""


def written(write: Write, report: Report = silent) -> Verbalise:
    """Let a model write the walks.

    Where a text lost a node's name it is asked once more, with the name, before the template.
    """

    def verbalise(walks: Sequence[Triples]) -> list[str]:
        texts = [text.strip() for text in write([prompt(walk) for walk in walks], report)]
        lost = {i: names_lost(texts[i], walk) for i, walk in enumerate(walks)}
        again = [i for i in lost if lost[i]]
        asked = [prompt_again(walks[i], lost[i]) for i in again]
        second = write(asked, report) if asked else []
        for i, text, plain in zip(again, second, template([walks[i] for i in again]), strict=True):
            texts[i] = plain if names_lost(text, walks[i]) else text.strip()
        return texts

    return verbalise
