"""A model proposes a query: what it reads, what of its replies counts, and what comes of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from threading import Event
from typing import Any

import numpy as np
import pytest
from read_graphs import node, store
from scripted_model import ScriptedModel
from test_query_form import CAPTAIN, MOST, SCHEMA
from word_doubles import WordEmbedder

from steiner.algebra import Measure, Owner, Query, in_words
from steiner.algebra.schema.graph_schema import GraphSchema, property_schema
from steiner.algebra.schema.schema_notes import Note, Notes
from steiner.calls.remarks import remarked
from steiner.calls.stopping import ending_in
from steiner.errors import InvalidInput, ModelFailed
from steiner.evaluate.graphs import memory_store
from steiner.query.composing.words.lattice import Lattice, lattice
from steiner.query.naming.schema.schema_mentions import Floats
from steiner.query.proposing.model_reader import ModelReader
from steiner.query.proposing.prompt.question_prompt import question_prompt
from steiner.query.proposing.prompt.schema_slice import schema_slice
from steiner.query.proposing.prompt.shown_schema import schema_text
from steiner.query.proposing.reply_object import reply_object
from steiner.query.query_reading import Reading
from steiner.query.readings import Readings
from steiner.systems.steiner import retriever
from steiner.textual_graph import TextGraph

STORE = memory_store(TextGraph.from_triples([("Ann", "commanded", "Aurora")]), WordEmbedder())
TODAY = date(2026, 11, 28)
ALL = {"find": "c", "nodes": [CAPTAIN], "measure": {"kind": "count", "of": "c"}, "overall": True}
ASKED = "How many captains are there?"
COUNT = Query(("Captain",), measure=Measure("count", Owner(0)), single=True)


def unlike(left: Sequence[str], right: Sequence[str]) -> Floats:
    return np.zeros((len(left), len(right)))


def looked(question: str, schema: GraphSchema = SCHEMA) -> Lattice:
    return lattice(question, schema, STORE, unlike)


def rules(confidence: float, query: Query = COUNT) -> Readings:
    return Readings(Reading(query, (), confidence, True))


def asked(
    model: ScriptedModel, given: Readings | None = None, always: bool = False, tokens: int = 20_000
) -> Any:
    with remarked() as remarks:
        reader = ModelReader(model, 0.9, tokens, always)
        read = reader.read(ASKED, looked(ASKED), given, unlike, TODAY)
    return read, [*remarks]


@pytest.mark.parametrize(
    "reply",
    [
        '{"find": "a"}',
        'Here:\n```json\n{"find": "a"}\n```',
        '<think>{"find": "b"} or {broken, no.</think>{"find": "a"}',
        'First {"find": "b"}, better {"find": "a"}. That {is} it.',
    ],
)
def test_the_last_whole_object_of_a_reply_counts(reply: str) -> None:
    assert reply_object(reply, ("find",)) == {"find": "a"}


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ("MATCH (n) RETURN n", "Expected one JSON object"),
        ("", "no text"),
        ('[1, {"name": "a"}]', "Expected one JSON object"),
        ('{"find": "a", "nodes": [{"name": "a", "la', "cut off"),
        ('```json\n{"find": "a", "where": [{"value": {"from": {"find": "b"}}', "cut off"),
    ],
)
def test_no_object_and_part_of_one_are_refused(reply: str, told: str) -> None:
    with pytest.raises(InvalidInput, match=told):
        reply_object(reply, ("find",))


def test_an_error_is_mended_once_and_tokens_are_counted() -> None:
    wrong = json.dumps({**ALL, "nodes": [{"name": "c", "label": "Boat"}]})
    model = ScriptedModel(wrong, json.dumps(ALL))
    read, remarks = asked(model)
    assert in_words(read.readings.best.query) == "Captain: count"
    assert "no label 'Boat'" in model.prompts[1]
    assert [bool(schema) for schema in model.schemas] == [False, True]
    assert read.usage.calls == 2
    assert read.usage.prompt > len(model.prompts[0]) // 4
    assert remarks == []


def test_a_model_is_not_asked_for_more_tokens_than_a_question_may_take() -> None:
    model = ScriptedModel("no form", json.dumps(ALL))
    read, remarks = asked(model, rules(0.6), tokens=100)
    assert (model.prompts, read.usage.calls) == ([], 0)
    assert read.readings.best.query == COUNT
    assert "more than reader_tokens=100 of a question" in remarks[0]
    read, remarks = asked(model, rules(0.6), tokens=2_000)
    assert (len(model.prompts), read.usage.calls) == (1, 1)
    assert "so it was not asked to mend this: Expected one JSON object" in remarks[0]


def test_what_a_failed_call_took_is_counted() -> None:
    read, _ = asked(ScriptedModel("no form", ModelFailed("gone")), rules(0.6))
    assert read.usage.calls == 2


@pytest.mark.parametrize(
    ("replies", "told"),
    [
        (("",), "it wrote nothing"),
        (("no", "no"), "Expected one JSON object"),
        (("no", ""), "Expected one JSON object"),
        ((TimeoutError("secret"),), "it failed: TimeoutError"),
        (('{"cannot": "no weather\\nhere"}',), "cannot answer: no weather here"),
    ],
)
def test_where_a_model_fails_the_rules_stay_and_one_line_says_so(replies: Any, told: str) -> None:
    read, remarks = asked(ScriptedModel(*replies), rules(0.6))
    assert read.readings.best.query == COUNT
    assert read.readings.best.confidence <= 0.6
    assert len(remarks) == 1
    assert told in remarks[0]
    assert "secret" not in remarks[0]


def test_rules_that_are_sure_cost_no_call_but_where_the_model_is_always_asked() -> None:
    assert asked(ScriptedModel(), rules(0.95))[0].usage.calls == 0
    read, _ = asked(ScriptedModel(json.dumps(ALL)), rules(0.95), always=True)
    assert read.usage.calls == 1


def test_agreement_raises_and_another_reading_lowers_the_probability() -> None:
    alone = asked(ScriptedModel(json.dumps(ALL)))[0].readings
    both = asked(ScriptedModel(json.dumps(ALL)), rules(0.6))[0].readings
    other = asked(ScriptedModel(json.dumps(MOST)), rules(0.6))[0].readings
    assert both.best.confidence > alone.best.confidence > other.best.confidence
    assert both.others == ()
    assert {reading.query for reading in (other.best, *other.others)} > {COUNT}


def test_what_the_model_says_it_can_as_well_mean_stands_beside() -> None:
    second = {**MOST, "limit": 1}
    model = ScriptedModel(json.dumps({**ALL, "or_else": second}))
    read, _ = asked(model)
    (other,) = read.readings.others
    assert in_words(other.query).endswith("most first, 1 and ties")
    assert asked(ScriptedModel(json.dumps({**ALL, "or_else": 7})))[0].readings.others == ()


def test_two_meanings_share_their_probability_and_stand_before_what_rules_guess() -> None:
    alone = asked(ScriptedModel(json.dumps(MOST)), rules(0.4))[0].readings.best.confidence
    reply = json.dumps({**MOST, "or_else": {**MOST, "limit": 1}})
    read, _ = asked(ScriptedModel(reply), rules(0.4))
    first, (second, guess) = read.readings.best, read.readings.others
    assert first.query.limit == MOST.get("limit")
    assert second.query.limit == 1
    assert guess.query == COUNT
    assert first.confidence > second.confidence > guess.confidence
    assert first.confidence + second.confidence == pytest.approx(alone)
    same, _ = asked(ScriptedModel(json.dumps({**MOST, "or_else": MOST})), rules(0.4))
    assert same.readings.best.confidence == pytest.approx(alone)


def test_a_model_that_declines_makes_no_reading_exact() -> None:
    read, _ = asked(ScriptedModel('{"cannot": "no weather"}'), rules(0.95), always=True)
    assert (read.cannot, read.readings.strange) == ("no weather", True)
    assert read.readings.best.confidence < 0.5


def test_a_repair_may_end_in_declining() -> None:
    wrong = json.dumps({**ALL, "nodes": [{"name": "c", "label": "Boat"}]})
    model = ScriptedModel(wrong, '{"cannot": "no boats are kept"}')
    read, remarks = asked(model, rules(0.6))
    assert '{"cannot": "why"}' in model.prompts[1]
    assert (read.cannot, read.readings.strange, read.usage.calls) == ("no boats are kept", True, 2)
    assert read.readings.best.confidence < 0.5
    assert remarks == [
        "the model that reads questions says that the graph cannot answer: no boats are kept"
    ]


def test_a_prompt_shows_the_graph_its_values_and_what_speaks_against_the_rules() -> None:
    near = [*SCHEMA.labels]
    question = "Who commanded Aurora?"
    prompt = question_prompt(question, looked(question), near, TODAY, rules(0.3).best)
    for part in (
        'Ship {name: text "Aurora", price: number 5 to 900, tonnage: number as text 12 to 700',
        'built: date as text like "1996-07-04", retired: yes or no}, called by its name',
        "COMMANDED {days: number 3 to 90} (Captain)->(Ship)",
        'Aurora: Ship.name = "Aurora"',
        "right with a probability of 0.30; against it: ",
        "Today is 2026-11-28.",
    ):
        assert part in prompt
    assert prompt.endswith("Question: Who commanded Aurora?\nJSON:")


def test_worked_questions_are_of_the_graph_and_their_forms_hold() -> None:
    prompt = question_prompt("How many?", looked("How many ships?"), [*SCHEMA.labels], TODAY)
    assert "What is the average tonnage of ships whose name is Aurora?" in prompt
    shown = [json.loads(line) for line in prompt.splitlines() if line.startswith('{"find"')]
    assert len(shown) == 3


def test_of_a_question_in_another_language_more_of_the_schema_is_shown() -> None:
    named = {"name": property_schema("name", ["Ann"])}
    labels = dict.fromkeys((f"Harbour{n:03}" for n in range(90)), named)
    schema = GraphSchema(labels, {}, {}, dict.fromkeys(labels, "name"))
    last = [*labels][-1]
    shown = [
        last in question_prompt(asked, looked(asked, schema), [*labels], TODAY)
        for asked in ("Which ports are open?", "Welche Häfen sind offen?")
    ]
    assert shown == [False, True]


def test_a_model_reads_the_question_as_it_was_asked() -> None:
    ships = store([node(1, "Ship", "Aurora"), node(2, "Captain", "Ann")], [(2, "LED", 1, {})])
    model = ScriptedModel('{"cannot": "no"}')
    made = retriever(ships, WordEmbedder(), reader=model)
    made.retrieve("Who is led by Aurorra, please?")
    assert model.prompts[0].endswith("Question: Who is led by Aurorra, please?\nJSON:")


def test_notes_are_shown_of_what_is_shown() -> None:
    noted = SCHEMA.with_notes(
        Notes({"Captain": Note(("skipper",))}, {"COMMANDED": Note(("led",), either_way=True)})
    )
    assert schema_text(noted).splitlines()[-2:] == [
        "Captain: called skipper",
        "COMMANDED: called led; holds either way",
    ]


def test_of_a_large_schema_what_is_linked_comes_first_with_what_joins_it() -> None:
    name = {"name": property_schema("name", ["Ann"])}
    labels = {f"Thing{n}": name for n in range(200)} | {"Ship": name, "Port": name, "Berth": name}
    ends = {f"T{n}": [(f"Thing{n}", f"Thing{n + 1}")] for n in range(199)}
    ends |= {"AT": [("Ship", "Berth")], "OF": [("Berth", "Port")]}
    schema = GraphSchema(labels, {type: {} for type in ends}, ends, dict.fromkeys(labels, "name"))
    part = schema_slice(looked("Which ships are in which port?", schema), ["Thing7"], 60)
    assert {"Ship", "Port", "Berth"} <= {*part.labels}
    assert len(part.labels) < 10
    assert {*part.ends} >= {"AT", "OF"}


def test_a_label_without_room_for_all_its_properties_is_named_with_its_types() -> None:
    name = property_schema("name", ["Ann"])
    wide = {f"detail{n}": property_schema(f"detail{n}", ["a text"]) for n in range(20)}
    labels = {label: {"name": name, **wide} for label in ("Ship", "Port", "Berth", "Crew")}
    ends = {"AT": [("Ship", "Berth")], "OF": [("Berth", "Port")], "ON": [("Crew", "Ship")]}
    schema = GraphSchema(labels, {type: {} for type in ends}, ends, dict.fromkeys(labels, "name"))
    part = schema_slice(looked("Which ships?", schema), ["Crew", "Berth", "Port"], 300)
    assert {label: len(own) for label, own in part.labels.items()} == {
        "Ship": 21, "Crew": 1, "Berth": 1, "Port": 1
    }  # fmt: skip
    assert {*part.ends} == {*ends}


def test_a_schema_of_thousands_of_labels_is_looked_at_no_further_than_fits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = {"name": property_schema("name", ["Ann"])}
    labels = dict.fromkeys((f"Thing{n:04}" for n in range(3_000)), name)
    types = [*zip(labels, [*labels][1:], strict=False)]
    ends = {f"T{n:04}": [pair] for n, pair in enumerate(types)}
    schema = GraphSchema(labels, {type: {} for type in ends}, ends, dict.fromkeys(labels, "name"))
    written: list[GraphSchema] = []

    def noted(part: GraphSchema) -> str:
        written.append(part)
        return schema_text(part)

    monkeypatch.setattr("steiner.query.proposing.prompt.schema_slice.schema_text", noted)
    part = schema_slice(looked("Which ships?", schema), [*labels], 650)
    assert len(written) < 100
    assert 10 < len(part.labels) < 100


def test_a_model_that_is_late_leaves_what_rules_read_and_is_said() -> None:
    ended = Event()

    class Late(ScriptedModel):
        def fill(self, prompt: str, schema: Any) -> Any:
            ended.wait(10)
            return super().fill(prompt, schema)

    with ending_in(0.05):
        read, remarks = asked(Late(json.dumps(ALL)), rules(0.6))
    ended.set()
    assert read.readings.best == rules(0.6).best
    assert read.usage.calls == 1
    assert "proposed no query: it did not reply within " in remarks[0]


def test_a_model_that_says_the_same_to_each_question_is_never_sure() -> None:
    for question in ("Which ship did Ann command?", "Is Aurora not retired?", "All prices of 1996"):
        with remarked():
            reader = ModelReader(ScriptedModel(json.dumps(ALL)), 0.9, 20_000)
            read = reader.read(question, looked(question), None, unlike, TODAY)
        assert read.readings is not None
        assert read.readings.best.confidence < 0.95, question


def test_text_examples_show_each_spelling_of_days_and_most_of_classes() -> None:
    days = [f"{d}/08/2017" for d in range(1, 30)]
    assert property_schema("date", days).examples == ("5/08/2017", "20/08/2017")
    classes = [f"Outcome {n}; {'x' * 30}" for n in range(5)] * 9
    assert len(property_schema("outcome", classes).examples) == 5
    assert property_schema("tags", [["a", "b"], ["c"]]).examples
