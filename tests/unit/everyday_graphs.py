"""Small graphs as people have them: a hospital, software, posts."""

from __future__ import annotations

from datetime import date

from read_graphs import node, store

WARD, OTHER = 1, 2
HOSPITAL = store(
    [
        node(WARD, "Ward", "Oncology", beds=30, rooms=12),
        node(OTHER, "Ward", "Geriatrics", beds=36, rooms=18),
        node(3, "Patient", "Ann", born=date(1990, 5, 1), insured=True, score=-4),
        node(4, "Patient", "Bob", born=date(2001, 2, 3), insured=False, score=7),
        node(5, "Patient", "Cid", born=date(2024, 1, 9), insured=False, score=9),
        node(6, "Drug", "Aspirin", form="tablet"),
        node(7, "Drug", "Morphine", form="injection"),
    ],
    [
        (3, "ADMITTED_TO", WARD, {"admittedOn": date(2024, 3, 2), "bed": 5}),
        (4, "ADMITTED_TO", WARD, {"admittedOn": date(2023, 9, 30), "bed": 7}),
        (5, "ADMITTED_TO", OTHER, {"admittedOn": date(2024, 9, 1), "bed": 1}),
        (3, "RECEIVED", 6, {}),
        (4, "RECEIVED", 6, {}),
        (4, "RECEIVED", 7, {}),
    ],
)
SOFTWARE = store(
    [
        node(1, "Entity", "text-auth", kind="package", stars=9),
        node(2, "Entity", "text-cache", kind="package", stars=4),
        node(3, "Entity", "lib-bind", kind="package", stars=7),
        node(4, "Entity", "Dana", kind="person"),
        node(5, "Entity", "Emil", kind="person"),
    ],
    [
        (2, "DEPENDS_ON", 1, {}),
        (3, "DEPENDS_ON", 1, {}),
        (1, "DEPENDS_ON", 3, {}),
        (1, "MAINTAINED_BY", 4, {}),
        (2, "MAINTAINED_BY", 4, {}),
    ],
)

POSTS = store(
    [
        node(1, "User", "Ann"),
        node(2, "User", "Bob"),
        node(3, "User", "Cid"),
        node(4, "Post", "first", likes=5),
        node(5, "Post", "second", likes=2),
        node(6, "Post", "third", likes=5),
    ],
    [
        (1, "WROTE", 4, {"tools": ["pen", "desk"], "mood": "glad"}),
        (2, "WROTE", 5, {"tools": ["pen"], "mood": "sad"}),
        (3, "WROTE", 6, {"tools": ["phone"], "mood": "glad"}),
        (1, "WROTE", 6, {"tools": ["lamp"], "mood": "glad"}),
        (4, "MENTIONS", 2, {}),
        (5, "MENTIONS", 3, {}),
        (5, "REPEATS", 4, {}),
    ],
)
