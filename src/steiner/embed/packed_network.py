"""Short texts stand in one row of an encoder's network, so that none of it is padding.

What a question embeds are some twenty texts of three or four tokens and one of fifteen: padded to
its length they are 320 tokens, of which 90 are read. In one row a token attends to its own text
only, and gets the vector that it gets alone, to the sixth digit.
"""

from __future__ import annotations

from functools import wraps
from typing import Any

LONGEST = 512
"""Tokens of a row: attention grows by their square, and takes a fifth of the time of so many."""
_SAME = 1e-4
_PROBE = ("a", "two", "of them", "a longer one than all of these others before it")
"""Padded they take more than twice their tokens: they are read in one row."""


def pack_rows(network: Any, tokenizer: Any) -> None:
    """Let `network` read padded texts in one row, where that gives the same vectors."""
    if reads_one_row(network, tokenizer):
        network.forward = in_rows(network.forward)


def reads_one_row(network: Any, tokenizer: Any) -> bool:
    """Say whether `network` gives for texts in one row what it gives for padded ones.

    Networks that take no `position_ids`, that know the place of a token otherwise, or whose
    tokenizer pads nothing, do not.
    """
    try:
        probe = probe_of(tokenizer).to(network.device)
        return gives_the_same(network.forward, in_rows(network.forward), probe)
    except Exception:  # Which one, is the network's own.
        return False


def probe_of(tokenizer: Any) -> Any:
    """Return a few texts of several lengths as a network reads them."""
    return tokenizer(list(_PROBE), padding=True, return_tensors="pt")


def in_rows(padded: Any) -> Any:
    """Return a network's forward that reads padded texts in one row."""

    @wraps(padded)
    def forward(**features: Any) -> Any:
        read = features["attention_mask"].bool()
        if not shorter_in_a_row(int(read.sum()), read.numel()):
            return padded(**features)
        return _in_one_row(padded, features, read)

    return forward


def shorter_in_a_row(tokens: int, padded: int) -> bool:
    """Say whether texts take less time in one row: where they are `padded` to twice their tokens.

    Else the attention of each token to all others costs more than the padding.
    """
    return tokens <= LONGEST and 2 * tokens <= padded


def gives_the_same(padded: Any, forward: Any, probe: Any) -> bool:
    """Say whether two ways to run a network give the same vectors of a probe's tokens."""
    import torch

    read = probe["attention_mask"].bool()
    with torch.inference_mode():
        expected = padded(**probe).last_hidden_state[read]
        return torch.allclose(forward(**probe).last_hidden_state[read], expected, atol=_SAME)


def _in_one_row(forward: Any, features: Any, read: Any) -> Any:
    """Return what `forward` gives for padded `features`, of which bool[n, t] `read` are tokens.

    Texts of 2 and 1 tokens: positions 0 1 0; the third token attends to none of the first two.
    """
    import torch

    texts, positions = read.nonzero(as_tuple=True)
    row = {k: v[read][None] if torch.is_tensor(v) else v for k, v in features.items()}
    row["attention_mask"] = (texts[:, None] == texts)[None, None]
    given = forward(**row, position_ids=positions[None])
    tokens = given.last_hidden_state[0]
    given["last_hidden_state"] = tokens.new_zeros(*read.shape, tokens.shape[1])
    given.last_hidden_state[read] = tokens
    return given
