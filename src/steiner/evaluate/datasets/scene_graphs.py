"""SceneGraphs: questions of GQA over its scene graphs, as G-Retriever writes them (appendix C).

GQA (Hudson and Manning 2019), CC BY 4.0. `SPLIT_sceneGraphs.json` maps an image to its `objects`
(name, attributes, x, y, w, h, relations), `SPLIT_questions.json` a question's id to imageId,
question and answer. Objects are numbered anew, edges are `name`d relations between them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.evaluate.datasets.gold import Dataset, GoldQuestion
from steiner.evaluate.datasets.lines import read_json
from steiner.textual_graph import TextGraph


def load(location: Path, split: str, broken: list[str] | None) -> Dataset:
    """Read questions and scene graphs of the folder; all objects and relations are kept."""
    scenes = read_json(location / f"{split}_sceneGraphs.json")
    path = location / f"{split}_questions.json"
    questions = []
    for id, row in read_json(path).items():
        try:
            questions.append(_question(id, row, scenes))
        except (InvalidInput, KeyError, TypeError, ValueError) as error:
            reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            message = f"{path}, question {id}: {reason}"
            if broken is None:
                raise InvalidInput(message) from error
            broken.append(message)
    return Dataset("scene-graphs", split, tuple(questions), "CC BY 4.0")


def _question(id: str, row: Any, scenes: Any) -> GoldQuestion:
    image = str(row["imageId"])
    if image not in scenes:
        raise ValueError(f"the scene graph of image {image!r} is not there.")
    graph = _graph(scenes[image]["objects"])
    return GoldQuestion(id, str(row["question"]), (str(row["answer"]),), graph=graph)


def _graph(objects: dict[str, Any]) -> TextGraph:
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
