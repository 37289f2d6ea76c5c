"""Readings of questions of the larger forms: reworded, read by rules and composition, widened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from steiner.algebra import Bound
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.naming.schema.schema_mentions import Alike
from steiner.query.query_reading import Reading
from steiner.query.readings import Readings, read
from steiner.query.too_long import too_long
from steiner.query.widening.comparing.named_compared import with_a_higher, with_whom_the_same
from steiner.query.widening.comparing.own_group_said import as_overall
from steiner.query.widening.comparing.sameness_said import with_the_same
from steiner.query.widening.comparing.sides_compared import with_itself, with_other_side
from steiner.query.widening.first_few_said import as_first_of_all
from steiner.query.widening.measuring.best_rated import as_highest_rating
from steiner.query.widening.measuring.by_key_said import as_each_key
from steiner.query.widening.measuring.computed_phrases import with_computed_phrase, with_revenue
from steiner.query.widening.measuring.counts_said import as_number_of
from steiner.query.widening.measuring.lengths_of_time import with_that_long
from steiner.query.widening.measuring.spans_of_time import with_ages, with_durations
from steiner.query.widening.measuring.spread_measures import as_average, as_one_measure
from steiner.query.widening.measuring.tables_said import as_one_key, as_year
from steiner.query.widening.meeting.met_again import as_the_same
from steiner.query.widening.meeting.own_or_others import as_anybodys
from steiner.query.widening.meeting.those_who_share import as_what_is_shared
from steiner.query.widening.number_beside import with_number_beside
from steiner.query.widening.pairs_said import as_single_ones
from steiner.query.widening.plainer import Form, Plainer
from steiner.query.widening.relative_days import with_own_days
from steiner.query.widening.ways_said import ways_between
from steiner.query.widening.when_it_was import as_of_that_day
from steiner.query.widening.wording.asked_to_list import as_shown
from steiner.query.widening.wording.denied_said import as_none, as_not_so, as_not_stocked
from steiner.query.widening.wording.done_together import as_both
from steiner.query.widening.wording.missing_said import as_missing
from steiner.query.widening.wording.one_of_them import as_the_one
from steiner.query.widening.wording.over_said import as_it_still_is, as_it_was
from steiner.query.widening.wording.those_who_report import as_who_reports
from steiner.query.widening.wording.whether_flagged import as_its_flag
from steiner.query.widening.wording.whole_values import with_whole_values
from steiner.stores.protocol import GraphStore

_NEAR = 0.1
"""How much less probable than the best a reading may be that can be widened, where that cannot."""
_FORMS: tuple[Form, ...] = (
    *(as_shown, as_who_reports, as_its_flag, as_not_stocked, with_whole_values, as_of_that_day),
    *(as_both, as_it_was, as_it_still_is),
    *(with_own_days, as_one_key, as_year, as_average, as_one_measure),
    *(with_computed_phrase, with_revenue, with_ages, with_durations, with_that_long),
    # "To a different depot than the one they left" compares nothing.
    *(as_the_same, as_anybodys, as_overall, with_a_higher, with_whom_the_same, with_the_same),
    *(with_other_side, with_itself, as_single_ones, as_first_of_all),
    *(as_what_is_shared, as_missing, as_not_so, as_none, as_the_one, as_number_of),
    *(as_highest_rating, as_each_key),
)


def widened_readings(
    question: str, schema: GraphSchema, store: GraphStore, alike: Alike, today: date
) -> Readings | None:
    """Return the readings of a question of a larger form, times relative to `today`.

    A reading is as probable as that of the plainer question. None for any other question, and
    where no reading of the plainer one that is nearly the best can be widened.
    """
    if too_long(question):
        return None
    if ways := ways_between(question, schema, store):
        return ways
    if both := with_number_beside(question, schema, lambda own: read(own, schema, store, alike)):
        return both
    plain = plainer(question, schema, today)
    if not plain.widenings and plain.text == question and plain.schema is schema:
        return None
    readings = read(plain.text, plain.schema, store, alike)
    if readings is None:
        return None
    least = readings.best.confidence - _NEAR
    every = (_widened(reading, plain) for reading in (readings.best, *readings.others))
    wide = _each_once(own for own in every if own)
    if not wide or wide[0].confidence < min(least, plain.most):
        return None
    return Readings(wide[0], tuple(wide[1:]), readings.strange)


def plainer(question: str, schema: GraphSchema, today: date) -> Plainer:
    """Return a question with all of its larger forms reworded; as it is where it has none."""
    plain = Plainer(question, schema, today)
    for form in _FORMS:
        plain = form(plain) or plain
    return plain


def _each_once(readings: Iterable[Reading]) -> list[Reading]:
    """Return the readings of which no more probable one has become the same query.

    "Whose height is unknown" is read as 0, or as not there: both are the same once widened.
    """
    best: dict[str, Reading] = {}
    for own in readings:
        best.setdefault(repr(own.query), own)
    return list(best.values())


def _widened(reading: Reading, plain: Plainer) -> Reading | None:
    query = plain.widened(reading.query)
    if query is None or any(map(_compares_a_day_with_a_number, query.bounds)):
        return None
    sure = min(reading.confidence, plain.most)
    # What was asked for by another name: an age, which is the years from the day of birth.
    one = query.shown[0].said if reading.asked and len(query.shown) == 1 else reading.asked
    return replace(reading, query=query, confidence=sure, computes=True, asked=one)


def _compares_a_day_with_a_number(bound: Bound) -> bool:
    """Say whether a number is compared with a day, which nobody asks for."""
    return bound.property.kind == "number" and isinstance(bound.value, str)
