"""Questions as people type them, in the words that reading knows."""

import pytest

from steiner.query.english.spelled_out import spelled_out


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("hw many papers werent cited", "how many papers weren't cited"),
        ("offers theyve made", "offers they've made"),
        ("# of sessions", "number of sessions"),
        ("whats the biggest transfer", "what is the biggest transfer"),
        ("delayed for more than half an hour", "delayed for more than 30 minutes"),
        ("born in the eighties", "born in the 1980s"),
        ("in the last quarter of 2023", "between 2023-10-01 and 2023-12-31"),
        ("crimes in Q2 2024", "crimes between 2024-04-01 and 2024-06-30"),
        ("in the first half of 2020", "between 2020-01-01 and 2020-06-30"),
        ("of the books Ann wrote, which ones are out", "which books Ann wrote are out"),
        ("of all orders, how many were late", "how many orders were late"),
        ("between 1 March and 20 March 2024", "between 1 March 2024 and 20 March 2024"),
        ("worth at most twenty-five points", "worth at most 25 points"),
        ("longer than a hundred and seven pages", "longer than 107 pages"),
        ("more than ninety thousand, or three hundred", "more than 90 thousand, or 300"),
        ("members whose e-mail we don't have", "members without email"),
        ("clients for whom the birth date is not known", "clients without the birth date"),
        ("suppliers that we have no phone number for?", "suppliers without phone number?"),
        ("Sort the branches by opening day", "the branches sorted by opening day"),
        ("Please arrange all books by title", "all books arranged by title"),
        ("the eldest driver", "the oldest driver"),
        ("Count all the people trained here", "number of people trained here"),
        ("protocols that take less than an hour", "protocols that take less than 1 hour"),
        ("books from between 1990 and 2000", "books between 1990 and 2000"),
        ("who has the widest range of colours", "who has the most different colours"),
    ],
)
def test_what_is_shortened_is_written_out(typed: str, plain: str) -> None:
    assert spelled_out(typed) == plain


@pytest.mark.parametrize(
    "question",
    [
        "Dont Look Back",
        "the last quarter of the pie",
        "who won in 2023",
        "how may I help",
        "One Hundred Days",
    ],
)
def test_what_is_plain_stays_as_it_is(question: str) -> None:
    assert spelled_out(question) == question


def test_a_question_of_digits_is_read_at_once() -> None:
    assert spelled_out("1 " * 2_000) == "1 " * 2_000
