"""The path scorer on schemas that its weights never saw: a row for each.

    python benchmarks/unseen_schemas.py --output DIR [--learnt 30] [--asked 150] [--questions 12000]
    python benchmarks/unseen_schemas.py --output DIR --zero-shot

The schemas are text2cypher's and three domains of Freebase, in two groups: weights are made without
a group, of --questions drawn questions and all of text2cypher's others, and asked on it. A schema
counts as a graph of three nodes a label, joined as its relationships say; what is asked there is
the one path from a named value to what is returned, or the drawn path. Prints a line of JSON for
each schema: the share of questions whose best path is right, zero-shot, by the weights unasked, and
of --learnt questions from nothing and from the weights, on those not learnt from; --zero-shot: only
the first, on all of them, a minute for all schemas.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Any

import torch
from data import SHARED
from data.path_answers import is_right
from data.schema_graphs import SchemaGraph, drawn_questions, stored_relations
from start_weights.cypher_paths import PathQuestion, read_questions, read_schemas
from start_weights.drawn_graph import DrawnGraph
from start_weights.ontology import read_ontology
from start_weights.path_questions import PeopleWords, people_words
from start_weights.people_words import read_people_words
from start_weights.pretraining import pretrain

from steiner.embed import open_embedder
from steiner.model_settings import PathModelSettings, Preset
from steiner.models.paths.candidates import PathExample
from steiner.models.paths.learned_scorer import LearnedPathScorer
from steiner.models.paths.path_artefact import new_model
from steiner.settings import DEFAULT_EMBEDDER
from steiner.systems.steiner import STEINER
from steiner.train.parts.path_scores import FROM_NOTHING, PRETRAINED

DOMAINS = ("music", "film", "book")
"""The largest of SimpleQuestions beside people and location, which the others lead through."""
GROUPS = (
    ("companies", "network", "bluesky", "gameofthrones", "music"),
    ("twitch", "twitter", "grandstack", "offshoreleaks", "film", "book"),
)
"""What weights are made without: in each about half of the questions."""
Examples = Sequence[PathExample | None]
"""None where the path that is meant is no candidate."""


def within(domain: str) -> PeopleWords:
    """Return a domain of the ontology and its questions."""
    worded = read_people_words(SHARED / "simple_questions")
    whole = read_ontology(SHARED / "freebase_schema", worded)
    return people_words(
        whole.without({n.split(".")[0] for n in whole.relations} - {domain}), worded
    )


def weights_without(group: Sequence[str], given: argparse.Namespace) -> str:
    """Make weights as pretrain.py does, of fewer questions and nothing of these schemas."""
    output = given.output / f"without-{group[0]}"
    encoder = open_embedder(DEFAULT_EMBEDDER)
    pretrain(SHARED, output, DEFAULT_EMBEDDER, given.questions, encoder=encoder, without=group)
    return str(output)


def text2cypher(count: int) -> Iterator[tuple[str, Examples]]:
    """Yield the schemas with their questions."""
    folder = SHARED / "text2cypher"
    schemas, asked = read_schemas(folder), defaultdict(list)
    for database, question in read_questions(folder):
        asked[database].append(question)
    for database, relations in schemas.items():
        graph = SchemaGraph(relations, open_embedder(DEFAULT_EMBEDDER))
        chosen = random.Random(0).sample(asked[database], min(count, len(asked[database])))
        yield database, [graph.example(question) for question in chosen]


def freebase(count: int) -> Iterator[tuple[str, Examples]]:
    """Yield the domains with questions of graphs drawn from them alone."""
    for domain in DOMAINS:
        asked = drawn_questions(within(domain), count, seed=5)
        yield domain, [on_its_graph(graph, question) for graph, question in asked]


def on_its_graph(graph: DrawnGraph, question: PathQuestion) -> PathExample | None:
    """Return the candidates of a question of a drawn graph."""
    embedder = open_embedder(DEFAULT_EMBEDDER)
    return SchemaGraph(stored_relations(graph), embedder, graph.labels).example(question)


def right(examples: Sequence[PathExample], model: Any) -> float:
    """Return the share of questions whose best path is the one that is meant."""
    scorer = None if model is None else LearnedPathScorer(model)
    return round(fmean(is_right(each, scorer) for each in examples), 3)


@torch.inference_mode()
def unasked(examples: Sequence[PathExample], start: str) -> float:
    """Return the same by the weights alone, which have learnt from no question of the schema."""
    model = new_model(PathModelSettings(start=start)).eval()
    best = [int(model.score(each.candidates).argmax()) for each in examples]
    return round(fmean(e.gains[i] == 1 for e, i in zip(examples, best, strict=True)), 3)


def learnt(
    drawn: Sequence[PathExample], preset: Preset, folder: Path, asked: Sequence[PathExample]
) -> float:
    """Return the same by what `steiner train` makes of the drawn examples."""
    shutil.rmtree(folder, ignore_errors=True)
    halves = STEINER.needs_training().halves(drawn, preset.training.seed)
    return right(asked, STEINER.train(preset, halves, folder))


def row(name: str, examples: Examples, start: str, given: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of one schema."""
    usable = [each for each in examples if each is not None]
    random.Random(1).shuffle(usable)
    few = min(given.learnt, len(usable) // 2)
    drawn, asked = usable[:few], usable[few:]
    begun = replace(PRETRAINED, model=replace(PRETRAINED.model, start=start))
    return {
        "schema": name,
        "questions": len(examples),
        "asked": len(asked),
        "learnt from": few,
        "zero-shot": right(asked, None),
        "unasked": unasked(asked, start),
        "from nothing": learnt(drawn, FROM_NOTHING, given.output / "scorer", asked),
        "from weights": learnt(drawn, begun, given.output / "scorer", asked),
    }


def zero_shot(schemas: Iterable[tuple[str, Examples]]) -> Iterator[dict[str, Any]]:
    """Yield what zero-shot scores find on all schemas and domains."""
    for name, examples in schemas:
        usable = [each for each in examples if each is not None]
        yield {"schema": name, "asked": len(usable), "zero-shot": right(usable, None)}


def trained(
    schemas: Iterable[tuple[str, Examples]], given: argparse.Namespace
) -> Iterator[dict[str, Any]]:
    """Yield a row for each, with the weights that have not read it."""
    starts: dict[str, str] = {}
    for group in GROUPS:
        starts |= dict.fromkeys(group, weights_without(group, given))
    for name, examples in schemas:
        yield row(name, examples, starts[name], given)


def main() -> None:
    """Read the command line; print a row for each schema and domain."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--learnt", type=int, default=30)
    parser.add_argument("--questions", type=int, default=12_000)
    parser.add_argument("--asked", type=int, default=150)
    parser.add_argument("--zero-shot", action="store_true")
    given = parser.parse_args()
    schemas = chain(text2cypher(given.asked), freebase(given.asked))
    for line in zero_shot(schemas) if given.zero_shot else trained(schemas, given):
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
