"""What a language model costs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from steiner.evidence import Usage
from steiner.keywords import known_keywords
from steiner.settings.checks import not_negative

_MILLION = 1_000_000


@known_keywords
@dataclass(frozen=True, slots=True)
class PriceSettings:
    """What the provider of a language model takes, in money of any currency.

    `prompt`: for a million tokens that it reads; `reply`: for a million that it writes. With both 0
    no cost is said: tokens are counted all the same.
    """

    prompt: float = 0.0
    reply: float = 0.0

    def __post_init__(self) -> None:
        not_negative(self, prompt=self.prompt, reply=self.reply)

    def priced(self, usage: Usage) -> Usage:
        """Return a usage with what it cost; as it is without prices.

        1,900 tokens of prompts and 100 of replies at 2 and 8 for a million cost 0.0046.
        """
        if not (self.prompt or self.reply):
            return usage
        cost = (usage.prompt * self.prompt + usage.reply * self.reply) / _MILLION
        return replace(usage, cost=cost)


NO_PRICES = PriceSettings()
