"""Counts the answers that a training cannot learn whole, so that none is cut in silence."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from steiner.errors import InvalidInput


def cut_labels(lengths: Sequence[tuple[int, int]], most: float, longest: int) -> dict[str, Any]:
    """Return how many answers are cut and which share of all their tokens is lost.

    `lengths` are (tokens, room) of each answer, `most` the share of answers that may be cut,
    `longest` the setting max_label. None is cut: {}. Of (10, 8) and (5, 8) one is, with 2 of 15
    tokens. Warns of what is cut, and raises InvalidInput where that is more than `most`.
    """
    lost = [tokens - room for tokens, room in lengths if tokens > room]
    if not lost:
        return {}
    share = sum(lost) / sum(tokens for tokens, _ in lengths)
    text = (
        f"{len(lost):,} of {len(lengths):,} answers to learn are longer than the {longest:,} "
        f"tokens of max_label, or than what the model has room for behind its prompt: they lose "
        f"their end, {share:.1%} of all tokens of the answers"
    )
    if len(lost) > most * len(lengths):
        raise InvalidInput(
            f"{text}. Only {most:.1%} of the answers may be cut: raise max_label (--max-label) to "
            f"{max(tokens for tokens, _ in lengths):,}, lower max_text, make shorter examples, or "
            f"let more pass with --cut {min(1.0, len(lost) / len(lengths) + 0.01):.2f}."
        )
    warnings.warn(f"{text}.", stacklevel=2)
    return {"cut_answers": len(lost), "cut_tokens": round(share, 4)}
