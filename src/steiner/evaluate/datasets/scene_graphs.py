"""SceneGraphs: questions of GQA over its scene graphs, as G-Retriever writes them (appendix C).

GQA (Hudson and Manning 2019), CC BY 4.0. Either G-Retriever's files: `questions.csv` (image_id,
question, answer: its sample of 100,000) with `train_sceneGraphs.json` there or in `../gqa`, split
6:2:2 by image as its code does; or GQA's own: `SPLIT_sceneGraphs.json` and `SPLIT_questions.json`.
Scene graphs map an image to its `objects` (name, attributes, x, y, w, h, relations). Objects are
numbered anew, edges are `name`d relations between them. A graph is read when it is asked for.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from steiner.errors import InvalidInput
from steiner.evaluate.datasets.files.authors_split import authors_part, shuffled
from steiner.evaluate.datasets.files.json_members import Place, members, read_member
from steiner.evaluate.datasets.files.on_demand import OnDemand
from steiner.evaluate.datasets.gold import Dataset, GoldQuestion
from steiner.evaluate.datasets.lines import check_end
from steiner.textual_graph import TextGraph

_SAMPLE, _SCENES = "questions.csv", "train_sceneGraphs.json"
_FIELDS = ("image_id", "question", "answer")


class SceneQuestion(NamedTuple):
    """A question without its graph; `place` names its line in messages."""

    id: str
    image: str
    text: str
    answer: str
    place: str


class Scenes(NamedTuple):
    """Where each image's graph stands in the file, and what is wrong with some of them."""

    path: Path
    places: Mapping[str, Place]
    faults: Mapping[str, str]

    def graph(self, image: str) -> TextGraph:
        """Read the graph of an image."""
        return _graph(read_member(self.path, self.places[image])["objects"])

    def fault(self, image: str) -> str | None:
        """Say why an image has no graph, if it has none."""
        if image not in self.places:
            return f"the scene graph of image {image!r} is not there."
        return self.faults.get(image)


def load(location: Path, split: str, broken: list[str] | None) -> Dataset:
    """Read questions and scene graphs of the folder; all objects and relations are kept."""
    if (location / _SAMPLE).is_file():
        near = (location / _SCENES, location.parent / "gqa" / _SCENES)
        scenes = _scenes(next((path for path in near if path.is_file()), near[0]))
        asked = _part(list(_sampled(location / _SAMPLE)), split, location / _SAMPLE)
    else:
        scenes = _scenes(location / f"{split}_sceneGraphs.json")
        asked = list(_questions(location / f"{split}_questions.json", broken))
    kept = [number for number, each in enumerate(asked) if _usable(each, scenes, broken)]

    def read(number: int) -> GoldQuestion:
        own = asked[number]
        return GoldQuestion(own.id, own.text, (own.answer,), graph=scenes.graph(own.image))

    return Dataset("scene-graphs", split, OnDemand(kept, read), "CC BY 4.0")


def _usable(asked: SceneQuestion, scenes: Scenes, broken: list[str] | None) -> bool:
    fault = scenes.fault(asked.image)
    if fault is None:
        return True
    if broken is None:
        raise InvalidInput(f"{asked.place}: {fault}")
    broken.append(f"{asked.place}: {fault}")
    return False


def _sampled(path: Path) -> Iterator[SceneQuestion]:
    """Yield the rows of G-Retriever's questions, numbered from 0 as there."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            lacking = set(_FIELDS) - set(rows.fieldnames or ())
            if lacking:
                raise InvalidInput(
                    f"{path}: expected the columns {', '.join(_FIELDS)}; {', '.join(lacking)} "
                    f"missing in {rows.fieldnames}."
                )
            for number, row in enumerate(rows):
                image, text, answer = (row[name] or "" for name in _FIELDS)
                place = f"{path}, row {number}"
                if not (image and text and answer):
                    raise InvalidInput(
                        f"{place}: expected image_id, question and answer, got {row!r:.80}. The "
                        f"file ends or breaks off there: fetch it again."
                    )
                yield SceneQuestion(str(number), image, text, answer, place)
        check_end(path)
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} cannot be read: {error}.") from error


def _part(asked: Sequence[SceneQuestion], split: str, path: Path) -> list[SceneQuestion]:
    """Return the questions of one part, whose images are in no other."""
    images = list(dict.fromkeys(each.image for each in asked))
    order = shuffled(len(images))
    wanted = {images[i] for i in order[authors_part(split, len(images), path)].tolist()}
    return [each for each in asked if each.image in wanted]


def _questions(path: Path, broken: list[str] | None) -> Iterator[SceneQuestion]:
    for id, _, row in _members(path):
        place = f"{path}, question {id}"
        try:
            image, text, answer = (str(row[name]) for name in ("imageId", "question", "answer"))
        except KeyError as error:
            if broken is None:
                raise InvalidInput(f"{place}: {error} is missing.") from error
            broken.append(f"{place}: {error} is missing.")
            continue
        yield SceneQuestion(id, image, text, answer, place)


def _scenes(path: Path) -> Scenes:
    places, faults = {}, {}
    for image, place, scene in _members(path):
        places[image] = place
        try:
            _graph(scene["objects"])
        except (InvalidInput, KeyError, TypeError, ValueError) as error:
            faults[image] = f"{error} is missing" if isinstance(error, KeyError) else str(error)
    return Scenes(path, places, faults)


def _members(path: Path) -> Iterator[tuple[str, Place, Any]]:
    try:
        yield from members(path)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error}.") from error


def _graph(objects: dict[str, Any]) -> TextGraph:
    if not objects:
        raise ValueError("expected objects, got none: the image has no graph.")
    numbers = {name: number for number, name in enumerate(objects)}
    edges = []
    for source, thing in objects.items():
        for relation in thing.get("relations", []):
            if relation["object"] not in numbers:
                raise ValueError(
                    f"object {source!r} is {relation['name']!r} {relation['object']!r}, which is "
                    f"not among the objects."
                )
            edges.append((numbers[source], str(relation["name"]), numbers[relation["object"]]))
    nodes = tuple(map(_text, objects.values()))
    return TextGraph(tuple(numbers.values()), nodes, tuple(edges))


def _text(thing: Any) -> str:
    parts = [f"name: {thing['name']}"]
    if thing.get("attributes"):
        parts.append(f"attribute: {', '.join(thing['attributes'])}")
    box = ", ".join(str(thing[side]) for side in "xywh")
    return "; ".join([*parts, f"(x,y,w,h): ({box})"])
