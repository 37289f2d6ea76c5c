"""Medians, ages, durations, products, the first of each, own groups, tables, pairs: unaided."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from read_graphs import node, store
from word_doubles import WordEmbedder, alike

from steiner.graph import Node
from steiner.query.readings import Readings
from steiner.query.readings import read as plain_readings
from steiner.query.widening.larger_forms import plainer, widened_readings
from steiner.query.widening.two_questions import two_questions
from steiner.settings import Options
from steiner.systems.steiner import retriever

TODAY = date(2026, 11, 29)
FIRM = store(
    [
        *(
            node(i, "Employee", name, salary=salary, birthDate=born, city=city)
            for i, name, salary, born, city in (
                (1, "Ann Lee", 10, "1960-01-02", "Oslo"), (2, "Bob Ray", 20, "1980-12-24", "Bern"),
                (3, "Cid Orr", 30, "1990-06-01", "Oslo"), (4, "Dee Fox", 60, "2000-03-05", "Bern"),
            )
        ),
        node(5, "Department", "Sales"), node(6, "Department", "Finance"),
        node(7, "Project", "Atlas", started="2025-01-01", finished="2025-01-31"),
        node(8, "Project", "Boreas", started="2026-02-01", finished="2026-02-11"),
        *(
            node(i, "Product", name, price=price, cost=cost)
            for i, name, price, cost in ((9, "Plum", 4, 1), (10, "Pear", 6, 5), (11, "Fig", 9, 2))
        ),
        node(12, "Category", "Soft"), node(13, "Category", "Hard"),
        node(14, "Order", "O-1", placed="2025-03-03", country="Peru"),
        node(15, "Order", "O-2", placed="2026-03-04", country="Peru"),
        node(16, "Order", "O-3", placed="2026-10-05", country="Cuba"),
    ],
    [
        *((i, "WORKS_IN", 5 + (i > 2), {}) for i in (1, 2, 3, 4)),
        *((i, "ASSIGNED_TO", 7, {}) for i in (1, 2, 3)), (1, "ASSIGNED_TO", 8, {}),
        (2, "ASSIGNED_TO", 8, {}),
        (9, "IN_CATEGORY", 12, {}), (10, "IN_CATEGORY", 12, {}), (11, "IN_CATEGORY", 13, {}),
        (14, "CONTAINS", 9, {"quantity": 2, "unitPrice": 4.0}),
        (15, "CONTAINS", 9, {"quantity": 1, "unitPrice": 5.0}),
        (16, "CONTAINS", 11, {"quantity": 3, "unitPrice": 10.0}),
    ],
)  # fmt: skip
SCHEMA = FIRM.graph_schema()


def read(question: str) -> Readings:
    readings = widened_readings(question, SCHEMA, FIRM, alike, TODAY)
    assert readings is not None
    return readings


def rows(question: str) -> list[list[Any]]:
    """Return the rows in the order of their names."""
    table = FIRM.run(read(question).best.query)
    shown = [[cell.name if isinstance(cell, Node) else cell for cell in row] for row in table.rows]
    return sorted(shown, key=str)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the median salary of employees?", [[25.0]]),
        ("What is the 90th percentile of the price of products?", [[pytest.approx(8.4)]]),
        (
            "What is the standard deviation of the price of products?",
            [[pytest.approx(2.5166, 1e-3)]],
        ),
        ("Which employees earn more than the median salary?", [["Cid Orr"], ["Dee Fox"]]),
        ("What is the median salary per department?", [["Finance", 45.0], ["Sales", 15.0]]),
        ("What are the minimum, maximum and average salary of employees?", [[10, 60, 30.0]]),
        (
            "What is the average and highest salary per department?",
            [["Finance", 45.0, 60], ["Sales", 15.0, 20]],
        ),
    ],
)
def test_medians_percentiles_and_several_measures_are_read(
    question: str, expected: list[list[Any]]
) -> None:
    assert rows(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How old is Ann Lee?", [["Ann Lee", 66]]),
        ("What is the average age of employees?", [[(66 + 45 + 36 + 26) / 4]]),
        ("Which employees are older than 40?", [["Ann Lee"], ["Bob Ray"]]),
        ("employees over 40", [["Ann Lee"], ["Bob Ray"]]),
        ("How many employees under 40 are there?", [[2]]),
        ("Which employees are younger than 40 years?", [["Cid Orr"], ["Dee Fox"]]),
        ("What is the age of the oldest employee?", [["Ann Lee", 66, "1960-01-02"]]),
        ("How long did Atlas last?", [["Atlas", 30]]),
        ("What is the average duration of projects?", [[20.0]]),
        ("Which projects took longer than 20 days?", [["Atlas"]]),
        ("Which projects lasted longer than a month?", []),
        ("Which projects took less than one month?", [["Boreas"]]),
    ],
)
def test_ages_and_durations_are_computed_of_days(question: str, expected: list[list[Any]]) -> None:
    assert rows(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the total revenue?", [[8 + 5 + 30.0]]),
        ("What is the total of quantity times unit price of Plum?", [[13.0]]),
        ("Which product has the largest difference between price and cost?", [["Fig", 7]]),
        ("What is the average of price minus cost of products?", [[pytest.approx(11 / 3)]]),
    ],
)
def test_two_properties_are_computed_with_each_other(
    question: str, expected: list[list[Any]]
) -> None:
    assert rows(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the most expensive product of each category?", [["Fig"], ["Pear"]]),
        ("For each category, what is the most expensive product?", [["Fig"], ["Pear"]]),
        ("Who is the best paid employee in each department?", [["Bob Ray"], ["Dee Fox"]]),
        ("the oldest employee in each city", [["Ann Lee"], ["Bob Ray"]]),
    ],
)
def test_the_first_of_each_is_read(question: str, expected: list[list[Any]]) -> None:
    assert [row[:1] for row in rows(question)] == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Which employees earn more than the average salary of their department?",
            [["Bob Ray"], ["Dee Fox"]],
        ),
        (
            "Employees who earn less than their department's average salary",
            [["Ann Lee"], ["Cid Orr"]],
        ),
        ("Which employees earn more than the average in their city?", [["Cid Orr"], ["Dee Fox"]]),
    ],
)
def test_a_thing_is_compared_with_its_own_group(question: str, expected: list[list[Any]]) -> None:
    assert [row[:1] for row in rows(question)] == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many orders are there per country and year?", [
            ["Cuba", 2026, 1], ["Peru", 2025, 1], ["Peru", 2026, 1]]),
        ("How many orders were placed per month?", [[2025, 3, 1], [2026, 3, 1], [2026, 10, 1]]),
        ("How many orders were placed per month in 2026?", [[3, 1], [10, 1]]),
        ("Which two employees are assigned to the most projects together?", [
            ["Ann Lee", "Bob Ray", 2]]),
    ],
)  # fmt: skip
def test_tables_and_pairs_are_read(question: str, expected: list[list[Any]]) -> None:
    assert rows(question) == sorted(expected, key=str)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Orders of last year", "Orders in 2025"),
        ("Which orders were placed last month?", "Which orders were placed in October 2026?"),
        ("Orders placed this quarter", "Orders placed between 2026-10-01 and 2026-12-31"),
        ("Orders of the last 30 days", "Orders between 2026-10-30 and 2026-11-29"),
        ("Orders in the last 30 days", "Orders between 2026-10-30 and 2026-11-29"),
        ("Orders placed more than 2 years ago", "Orders placed before 2024-11-29"),
        ("What was last year's revenue?", "What was the 2025 revenue?"),
        ("Upcoming orders", "orders after 2026-11-29"),
        ("Who was born in the last month of 1999?", "Who was born in the last month of 1999?"),
    ],
)
def test_times_that_are_relative_to_today_are_spelt_out(question: str, text: str) -> None:
    assert plainer(question, SCHEMA, TODAY).text.replace("total revenue", "revenue") == text


@pytest.mark.parametrize(
    "question",
    ["Which employees work in Sales?", "What is the average salary per department?"],
)
def test_other_questions_are_left_to_the_rules(question: str) -> None:
    assert widened_readings(question, SCHEMA, FIRM, alike, TODAY) is None


@pytest.mark.parametrize(
    ("question", "steps"),
    [
        ("How many steps are there between Ann Lee and Dee Fox?", 4),
        ("How many hops is it from Ann Lee to Finance?", 3),
        ("How many degrees of separation are between Ann Lee and Bob Ray?", 2),
    ],
)
def test_how_far_two_things_are_apart_is_a_shortest_way(question: str, steps: int) -> None:
    evidence = retriever(FIRM, WordEmbedder()).retrieve(question)
    assert evidence.table is not None
    assert (evidence.exact, {row[-1] for row in evidence.table.rows}) == (True, {steps})


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which projects are Ann Lee and Bob Ray assigned to together?", ["Atlas", "Boreas"]),
        ("Which projects are Ann Lee and Cid Orr assigned to together?", ["Atlas"]),
    ],
)
def test_what_two_do_together_is_of_both(question: str, expected: list[str]) -> None:
    assert sorted({row[0] for row in rows(question)}) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Which employees work in Finance, and how many projects is each of them assigned to?",
            {("Cid Orr", 1), ("Dee Fox", 0)},
        ),
        (
            "Which departments have employees from Oslo, and how many such employees has each?",
            {("Finance", 1), ("Sales", 1)},
        ),
        (
            "Which departments have employees from Oslo, and what is the average salary of the"
            " employees of each?",
            {("Finance", 45.0), ("Sales", 15.0)},
        ),
        (
            "List the employees in Sales along with the number of projects each is assigned to.",
            {("Ann Lee", 2), ("Bob Ray", 2)},
        ),
    ],
)
def test_a_number_stands_beside_each_thing_that_is_listed(
    question: str, expected: set[tuple[str, float]]
) -> None:
    assert {(row[0], row[-1]) for row in rows(question)} == expected


def test_a_number_beside_is_no_surer_than_the_list_it_stands_in() -> None:
    asked = "Which employees work in Sales{}"
    whole = read(asked.format(", and how many projects is each of them assigned to?")).best
    listed = plain_readings(asked.format("?"), SCHEMA, FIRM, alike)
    assert listed is not None
    assert whole.confidence <= listed.best.confidence


def test_a_larger_form_is_answered_as_of_the_day_that_goes_with_the_call() -> None:
    question = "How many orders were placed last year?"
    asked = retriever(FIRM, WordEmbedder())
    for year, count in ((2026, 1), (2027, 2), (2028, 0)):
        table = asked.retrieve(question, Options(today=date(year, 5, 1))).table
        assert table is not None
        assert (table.rows, f"year= {year - 1}" in table.reading) == (((count,),), True)


def test_of_two_questions_one_is_answered_and_the_other_said() -> None:
    evidence = retriever(FIRM, WordEmbedder()).retrieve(
        "How many employees are there and what is the average salary?"
    )
    assert evidence.table is not None
    assert (evidence.table.rows, evidence.exact) == (((4,),), True)
    assert (
        "two questions are asked, this answers the first; ask alone: what is the average salary?"
        in evidence.cuts
    )


@pytest.mark.parametrize(
    "question",
    [
        "Which directors were born in Rome and how many films did each make?",
        "Which streams are of teams after 2018, and what are the team names?",
        "How many horses are bay and how many are roan?",
        "Who is the oldest employee and what is his salary?",
    ],
)
def test_what_goes_on_with_a_question_is_a_part_of_it(question: str) -> None:
    assert two_questions(question) is None
