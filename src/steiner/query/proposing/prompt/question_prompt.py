"""What a language model reads to propose a query: the form, the graph, what words mean there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date

from steiner.algebra import in_words
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.display.sentences import language_of
from steiner.lexicon.taught_questions import TaughtQuestion
from steiner.query.composing.words.lattice import Lattice
from steiner.query.proposing.doubts import doubts
from steiner.query.proposing.form.written_form import form_of
from steiner.query.proposing.prompt.schema_slice import schema_slice
from steiner.query.proposing.prompt.shown_schema import schema_text
from steiner.query.proposing.prompt.worked_questions import worked_questions
from steiner.query.query_reading import Reading

_SCHEMA_TOKENS, _UNREAD_TOKENS = 620, 1_500
"""Tokens of the schema in a prompt, about: of a question in English, whose words say what it needs,
and of one in another language, of whose words only names are linked to the schema."""
_LEAST = 0.1
"""Probability of what rules read below which it is not worth a look."""
_WORKED = 3
"""Worked questions that are shown, the user's own among them."""
_LINKED, _SPELT = 10, 3
"""Linked values that are shown, and spellings of each."""

_TASK = """\
You turn a question about a property graph into a query form. Reply with one JSON object alone.

Keys of the form; leave out what is not needed:
find: the name of the node that is asked for
nodes: [{"name": "a", "label": "…"}], find among them; label "" for any
links: [{"from": "a", "type": "…", "to": "b"}], from and to as the graph stores them. \
"either_way": true where it makes no difference who stands first (knows, friends, related). \
"any_type": true in place of type: linked by whatever. \
"none": true: there is no such link, with all that is asked of what is behind it. \
"how_many": [{"is": ">", "number": 2}]: to so many different nodes. "name": "k" to use its \
properties
where: [{"of": "a", "property": "…", "is": "=", "value": …}], all hold; "not": true turns one \
around. is: = <> < <= > >= in contains (of a list, too) starts ends divisible present missing; \
of dates also year \
month year< year<= year> year>=. value: a number, text, true or false, a list for in, \
{"of", "property"} of the same or another node (hired before their boss; two nodes differ by \
their names), {"overall": "avg"} over all of its label, {"overall": "avg", \
"of": "b"} over those linked to the same b (their department's average), with a "property" of \
itself over those of the same value, or {"from": another form with \
values_of, or with measure and overall}
either: [{"nodes", "links", "where"}, …], one of these holds at least; find's name is used again
measure: {"kind": "count", "of": "b"}, a number for each node that is asked for; count, sum, avg, \
min, max, median, stdev, percentile ("percent": 90), share, percentage; "property" of what is \
added up, whose different values count; "having": [{"is": ">", "number": 3}]; "part": conditions, \
for share and percentage
overall: true, one number over everything; across: "avg", the average (…) of the measures of each
values_of: {"of": find, "property": "…"}, rows are the different values in place of nodes; with a \
measure a number for each value
beside: [{"nodes", "links", "where", "measure"}], numbers beside each node, 0 kept; find's name is \
used again
between: {"is": "/", "having": […]}, a number of the first two beside: + - * /; order goes by it
against: {"is": "-", "from": form}, with overall: the number is computed with that of another form
first_of_each: {"of": "b", "most": 1}, the first rows of each b (or of its "property") by the order
table: {"by": [{"of": "b", "property": "…"}, {"of": "a"}], "measures": [measure, …]}, a row for \
each combination of nodes or values, with several measures beside (no measure, values_of or show \
then; order goes by the first measure). "as": "item" in by: each item of a list. kind "collect" in \
measures: all values in one cell. "pairs": true: the first two of by are two different nodes, each \
two once (who were together most often)
path: "k", rows are a shortest way of the link of this name from each find to each node that it \
leads to, what is on it, and its length (how are they connected, how many steps; that link with \
"any_distance": true or "steps": 3, either_way, a type or any_type)
order: {"of": "a", "property": "…", "descending": true}; without of by the measure
limit, skip: numbers. What ties with the last row is added
show: [{"of": "b", "property": "…"}], properties that are asked for
Beside each "property" may stand "as": year, quarter, month, day, weekday (1 is Monday) or hour \
of a date, length of a text or list, lower case of a text; or "with": {"is": "-", "property": \
"cost"}, computed with another of the same node or a number "value": + - * /, or days, months, \
years from the first date to the other (or to a day: age is "with": {"is": "years", "value": \
today}); of points "distance" in metres, to another property or "value": {"from": form with \
values_of the point of what is named}
or_else: a second form, only where the question can as well mean something else (which of two \
properties or links a word stands for, which side of a link is asked for)
cannot: a reason, and nothing else, where part of what is asked is nothing that the graph keeps

Ask for all that the question says and nothing else: no limit, order or condition of your own. \
Write values as the graph spells them. "How many" is a count with overall; "the most", "oldest" an \
order with limit 1. What is asked for and no label, type or property can mean: cannot.
"""

_ASKED_BEFORE = """\
Questions that people asked of this graph, with Cypher that answers them: it shows what their \
words mean here. Reply with a form all the same:"""


def question_prompt(
    question: str,
    looked: Lattice,
    near: Sequence[str],
    today: date,
    best: Reading | None = None,
    examples: Sequence[TaughtQuestion] = (),
) -> str:
    """Return the prompt for a question; `near` are labels by their likeness to it, nearest first.

    The `question` stands there as it is asked: what rules `looked` up may be spelt otherwise.
    `best` is what rules read, shown with what speaks against it. The user's own `examples` stand in
    place of made ones, of which one at least stays: it shows a form.
    """
    english = language_of(question) == "en"
    shown = schema_slice(looked, near, _SCHEMA_TOKENS if english else _UNREAD_TOKENS)
    parts = [
        _TASK,
        f"The graph:\n{schema_text(shown)}\n",
        *_worked(shown, max(1, _WORKED - len(examples))),
        *_asked_before(examples),
        *_values(looked),
        *_rules(best, looked),
        f"Today is {today.isoformat()}.",
        f"Question: {question}\nJSON:",
    ]
    return "\n".join(parts)


def _worked(schema: GraphSchema, most: int) -> Iterator[str]:
    worked = worked_questions(schema)[:most]
    if worked:
        yield "Examples of this graph:"
    for question in worked:
        form = json.dumps(form_of(question.query), ensure_ascii=False)
        yield f"{question.text}\n{form}"
    yield ""


def _asked_before(examples: Sequence[TaughtQuestion]) -> Iterator[str]:
    if not examples:
        return
    yield _ASKED_BEFORE
    for example in examples:
        yield f"{example.text}\n{' '.join(example.cypher.split())}"
    yield ""


def _values(looked: Lattice) -> Iterator[str]:
    """Yield how the graph spells what the question names, the surest first."""
    items = [i for begun in looked.items for i in begun if i.meaning and i.score >= 0.5]
    spelt: dict[tuple[str, str], dict[str, None]] = {}
    for item in sorted(items, key=lambda i: (-i.score, i.start)):
        assert item.meaning is not None
        first, last = looked.words[item.start], looked.words[item.end - 1]
        words, meant = looked.text[first.start : last.end], item.meaning
        own = spelt.setdefault((words, f"{meant.label}.{meant.property}"), {})
        own |= {json.dumps(v, ensure_ascii=False, default=str): None for v in meant.values}
    if spelt:
        yield "Values in the graph that the question may name:"
    for (words, where), values in list(spelt.items())[:_LINKED]:
        yield f"{words}: {where} = {' or '.join(list(values)[:_SPELT])}"
    if spelt:
        yield ""


def _rules(best: Reading | None, looked: Lattice) -> Iterator[str]:
    """Yield what rules read, and by which checks it does not fit the question."""
    if best is None or best.confidence < _LEAST:
        return
    against = ", ".join(doubts(best.query, looked))
    said = f"; against it: {against}" if against else ""
    yield f"Rules read it so, right with a probability of {best.confidence:.2f}{said}:"
    yield f"{in_words(best.query)}\n"
