"""Which properties questions may see: what `steiner index --property` left out is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from steiner.filters import Condition
from steiner.settings import IndexSettings


@dataclass(frozen=True, slots=True)
class Shown:
    """`chosen` maps labels to the properties that were chosen for them; others show everything.

    A node with several of these labels shows what was chosen for any of them: with `Person: name`
    and `Employee: title` a node with both labels shows name and title, and no salary.
    """

    chosen: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def of(self, labels: Iterable[str]) -> frozenset[str] | None:
        """Return the properties that a node with these labels shows, None for all."""
        lists = [self.chosen[label] for label in labels if label in self.chosen]
        return frozenset().union(*lists) if lists else None

    def among(self, labels: Iterable[str], properties: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the properties of a node that are shown."""
        shown = self.of(labels)
        return properties if shown is None else {k: properties[k] for k in properties if k in shown}

    def asked(self, condition: Condition) -> Condition:
        """Return a condition of a question, which nodes that hide its property do not meet."""
        showing = [label for label, names in self.chosen.items() if condition.property in names]
        hiding = [label for label in self.chosen if label not in showing]
        return replace(condition, hidden_on=tuple(hiding), shown_on=tuple(showing))


def shown_properties(settings: IndexSettings, names: Mapping[str, str]) -> Shown:
    """Return what an index made with `settings` shows; `names` maps labels to name properties."""
    return Shown(
        {
            label: frozenset((*choice.properties, *(choice.aliases or ()), *_name(names, label)))
            for label, choice in settings.choices.items()
            if choice.properties is not None
        }
    )


def _name(names: Mapping[str, str], label: str) -> Sequence[str]:
    return (names[label],) if label in names else ()
