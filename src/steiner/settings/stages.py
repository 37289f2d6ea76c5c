"""The settings of all stages of a retriever, and the file they are read from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.keywords import known_keywords, require_name
from steiner.settings.checks import positive, require_type
from steiner.settings.exact_answers import ExactSettings
from steiner.settings.published import PrizeSettings, PruneSettings, TripleSettings, WalkSettings
from steiner.settings.reach import ExpandSettings, PathSettings, SeedSettings


@known_keywords
@dataclass(frozen=True, slots=True)
class TextSettings:
    """How evidence becomes text.

    `budget`: tokens of the text, at most; `longest_value`: characters, longer values are shortened.
    """

    budget: int = 512
    longest_value: int = 300

    def __post_init__(self) -> None:
        positive(self, budget=self.budget, longest_value=self.longest_value)


@known_keywords
@dataclass(frozen=True, slots=True)
class RetrieverSettings:
    """The settings of all stages.

    `seeds`: where retrieval starts; `expand`: how far the neighbourhood reaches; `paths`: relation
    paths; `prizes`: of the Steiner tree; `prune`: by a trained node scorer; `text`: the evidence
    as text; `walks`: from every node; `triples`: along a chain of thought;
    `exact`: answers that the database computes.
    """

    seeds: SeedSettings = field(default_factory=SeedSettings)
    expand: ExpandSettings = field(default_factory=ExpandSettings)
    paths: PathSettings = field(default_factory=PathSettings)
    prizes: PrizeSettings = field(default_factory=PrizeSettings)
    prune: PruneSettings = field(default_factory=PruneSettings)
    text: TextSettings = field(default_factory=TextSettings)
    walks: WalkSettings = field(default_factory=WalkSettings)
    exact: ExactSettings = field(default_factory=ExactSettings)
    triples: TripleSettings = field(default_factory=TripleSettings)

    @classmethod
    def from_dict(cls, given: Mapping[str, Mapping[str, Any]]) -> RetrieverSettings:
        """Return the defaults with what is given, such as {"paths": {"hops": 2}}.

        Raises InvalidInput for a name that is no setting, with the nearest one, and for a value of
        another type than the default's.
        """
        stages = {known.name: getattr(cls(), known.name) for known in fields(cls)}
        for stage, values in given.items():
            require_name(stage, stages)
            if not isinstance(values, Mapping):
                raise InvalidInput(f"{stage!r} must be a table, `[{stage}]`, got {values!r}.")
            for name, value in values.items():
                require_name(name, [known.name for known in fields(stages[stage])])
                require_type(f"{stage}.{name}", value, getattr(stages[stage], name))
            stages[stage] = replace(stages[stage], **values)
        return cls(**stages)

    @classmethod
    def from_file(cls, path: str | Path) -> RetrieverSettings:
        """Read a TOML file with a table for each stage: `[paths]`, then `hops = 2`."""
        import tomllib

        try:
            given = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InvalidInput(
                f"The settings file {path} cannot be read: {error}. Expected TOML."
            ) from error
        try:
            return cls.from_dict(given)
        except InvalidInput as error:
            raise InvalidInput(f"In the settings file {path}: {error}") from error
