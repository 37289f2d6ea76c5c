"""The settings of all stages of a retriever, and the file they are read from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.keywords import known_keywords, require_name, require_type
from steiner.settings.checks import positive
from steiner.settings.exact_answers import ExactSettings
from steiner.settings.prices import NO_PRICES, PriceSettings
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
    `exact`: answers that the database computes; `prices`: of the language model, which costs are
    said by; `said`: what somebody chose, whatever its value,
    "prizes" or "expand.hops", which fills itself: only what nobody chose gives way to what a system
    prefers.
    """

    seeds: SeedSettings = field(default=SeedSettings())
    expand: ExpandSettings = field(default=ExpandSettings())
    paths: PathSettings = field(default=PathSettings())
    prizes: PrizeSettings = field(default=PrizeSettings())
    prune: PruneSettings = field(default=PruneSettings())
    text: TextSettings = field(default=TextSettings())
    walks: WalkSettings = field(default=WalkSettings())
    exact: ExactSettings = field(default=ExactSettings())
    triples: TripleSettings = field(default=TripleSettings())
    prices: PriceSettings = field(default=NO_PRICES)
    said: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        named = {name.partition(".")[0] for name in self.said}
        # A stage that was handed in is another object than the default, equal to it or not.
        given = (f.name for f in _stages() if getattr(self, f.name) is not f.default)
        said = sorted({*self.said, *(name for name in given if name not in named)})
        object.__setattr__(self, "said", tuple(said))

    @property
    def named(self) -> tuple[str, ...]:
        """The models and files that are named, "" for none: what they hold may change."""
        own = (self.triples.planner, self.triples.demonstrations, self.walks.writer)
        return (*own, self.exact.reader, self.exact.examples)

    def saying(self, given: Mapping[str, Mapping[str, Any]]) -> RetrieverSettings:
        """Return these settings with what is given, such as {"paths": {"hops": 2}}.

        Raises InvalidInput for a name that is no setting, with the nearest one, and for a value of
        another type than the default's.
        """
        stages = {known.name: getattr(self, known.name) for known in _stages()}
        said = set(self.said)
        for stage, values in given.items():
            require_name(stage, stages)
            if not isinstance(values, Mapping):
                raise InvalidInput(f"{stage!r} must be a table, `[{stage}]`, got {values!r}.")
            for name, value in values.items():
                require_name(name, [known.name for known in fields(stages[stage])])
                require_type(f"{stage}.{name}", value, getattr(stages[stage], name))
            said |= {f"{stage}.{name}" for name in values}
            stages[stage] = replace(stages[stage], **values) if values else stages[stage]
        return RetrieverSettings(**stages, said=tuple(said))

    def over(self, own: RetrieverSettings) -> RetrieverSettings:
        """Return what was said here, and for all else what a system has as its `own`.

        With hops said to be 2 over own hops 3 and frontier 150: hops 2, frontier 150. What was said
        of its own counts as said.
        """
        stages = {f.name: self._over(f.name, getattr(own, f.name), f.default) for f in _stages()}
        return RetrieverSettings(**stages, said=tuple({*self.said, *own.said}))

    def _over(self, stage: str, own: Any, default: Any) -> Any:
        here = getattr(self, stage)
        if stage in self.said:
            return here
        values = {f.name: getattr(here, f.name) for f in fields(here)}
        said = {
            name: value
            for name, value in values.items()
            if f"{stage}.{name}" in self.said or value != getattr(default, name)
        }
        return replace(own, **said) if said else own

    def apart(self, other: RetrieverSettings) -> list[str]:
        """Return what was said here and otherwise in `other`, such as "expand.hops 2, not 3"."""
        return [
            f"{stage.name}.{f.name} {here!r}, not {there!r}"
            for stage in _stages()
            for f in fields(getattr(self, stage.name))
            if (names := {stage.name, f"{stage.name}.{f.name}"}) & {*self.said}
            and names & {*other.said}
            and (here := getattr(getattr(self, stage.name), f.name))
            != (there := getattr(getattr(other, stage.name), f.name))
        ]

    @classmethod
    def from_dict(cls, given: Mapping[str, Mapping[str, Any]]) -> RetrieverSettings:
        """Return the defaults with what is given; see `saying`."""
        return cls().saying(given)

    @classmethod
    def from_file(cls, path: str | Path) -> RetrieverSettings:
        """Read a TOML file with a table for each stage: `[paths]`, then `hops = 2`."""
        import tomllib

        try:
            given = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise InvalidInput(
                f"The settings file {path} cannot be read: {error}. Expected TOML."
            ) from error
        try:
            return cls.from_dict(given)
        except InvalidInput as error:
            raise InvalidInput(f"In the settings file {path}: {error}") from error


def _stages() -> list[Field[Any]]:
    return [known for known in fields(RetrieverSettings) if known.name != "said"]
