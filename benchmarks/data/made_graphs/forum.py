"""A question-and-answer site for gardeners: times as epoch seconds, long titles, flags."""

from __future__ import annotations

import random
from calendar import timegm
from datetime import date, timedelta

from data.made_graphs.made_graph import MadeGraph, Row

TAGS = (
    "tomatoes", "compost", "pruning", "roses", "irrigation", "seedlings", "lawn-care", "pests",
    "greenhouse", "herbs", "mulch", "fruit-trees", "soil-ph", "hydroponics", "cacti", "wildflowers",
)  # fmt: skip
FIRST = (
    "Mossy", "Loam", "Fern", "Thistle", "Bramble", "Clover", "Juniper", "Sorrel", "Hazel", "Tansy",
    "Yarrow", "Basil",
)  # fmt: skip
LAST = ("Keeper", "Digger", "Watcher", "Ranger", "Tinker", "Sage")
CITIES = ("Leeds", "Porto", "Ghent", "Malmo", "Turin", "Galway", "Zagreb")
OPENINGS = (
    "How do I deal with", "Why does my neighbour complain about", "What is the best way to start",
    "Is it too late to begin", "Can I grow vegetables next to", "When should I stop watering",
)  # fmt: skip
SUBJECTS = (
    "yellow leaves", "a raised bed", "clay soil", "slugs", "an old apple tree", "a north wall",
    "heavy frost", "rain barrels", "coffee grounds", "a balcony box", "climbing beans",
    "powdery mildew",
)  # fmt: skip
ENDINGS = ("", " in a small garden")
QUESTION, ANSWER, COMMENT = ("Question", "qid"), ("Answer", "aid"), ("Comment", "cid")
USER, TAG = ("User", "displayName"), ("Tag", "name")


def build() -> MadeGraph:
    """Make the graph."""
    draw = random.Random(23)
    graph = MadeGraph()
    users = _users(draw)
    graph.add_nodes("User", users)
    graph.add_nodes("Tag", [{"name": name, "watchers": draw.randrange(20, 900)} for name in TAGS])
    names = [user["displayName"] for user in users]
    titles = [f"{o} {subject}{end}?" for o in OPENINGS for subject in SUBJECTS for end in ENDINGS]
    draw.shuffle(titles)
    # The last users neither ask nor answer.
    weights = [1 / (1 + place % 9) if place < 50 else 0 for place in range(len(names))]
    for number, title in enumerate(titles):
        _add_question(graph, draw, number, title)
        asker, *others = draw.choices(names, weights, k=draw.randrange(1, 7))
        graph.relate("ASKED", USER, QUESTION, [(asker, number)])
        for other in dict.fromkeys(others):
            _add_answer(graph, draw, number, other, draw.choices(names, weights, k=2))
    return graph


def _users(draw: random.Random) -> list[Row]:
    names = [f"{first}{last}" for first in FIRST for last in LAST]
    return [
        {
            "displayName": name,
            "reputation": draw.randrange(1, 25_000),
            "joinedYear": draw.randrange(2009, 2022),
            "isModerator": draw.random() < 0.15,
            **({"city": draw.choice(CITIES)} if draw.random() < 0.8 else {}),
        }
        for name in names[:64]
    ]


def _epoch(draw: random.Random) -> int:
    day = date(2015, 1, 1) + timedelta(days=draw.randrange(2900))
    return timegm(day.timetuple()) + draw.randrange(86_400)


def _add_question(graph: MadeGraph, draw: random.Random, number: int, title: str) -> None:
    row = {
        "qid": number,
        "title": title,
        "score": draw.randrange(-6, 80),
        "viewCount": draw.randrange(30, 60_000),
        "creationDate": _epoch(draw),
        "isClosed": draw.random() < 0.12,
        "bodyMarkdown": f"{title} I have tried for {draw.randrange(2, 30)} weeks without success.",
    }
    graph.add_nodes("Question", [row])
    pairs = [(number, tag) for tag in draw.sample(TAGS, draw.randrange(1, 4))]
    graph.relate("TAGGED", QUESTION, TAG, pairs)


def _add_answer(
    graph: MadeGraph, draw: random.Random, question: int, author: str, readers: list[str]
) -> None:
    number = len(graph.nodes.get("Answer", []))
    row = {
        "aid": number,
        "score": draw.randrange(-4, 60),
        "accepted": draw.random() < 0.3,
        "creationDate": _epoch(draw),
        "text": f"It worked for me after {draw.randrange(2, 40)} days.",
    }
    graph.add_nodes("Answer", [row])
    graph.relate("PROVIDED", USER, ANSWER, [(author, number)])
    graph.relate("ANSWERED", ANSWER, QUESTION, [(number, question)])
    for reader in dict.fromkeys(readers[: draw.randrange(0, 3)]):
        count = len(graph.nodes.get("Comment", []))
        graph.add_nodes("Comment", [{"cid": count, "score": draw.randrange(0, 15)}])
        graph.relate("COMMENTED", USER, COMMENT, [(reader, count)])
        graph.relate("COMMENTED_ON", COMMENT, ANSWER, [(count, number)])
