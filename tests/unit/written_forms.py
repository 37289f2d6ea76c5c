"""A query as a model writes it: a form in JSON that the schema of forms allows, read back."""

from __future__ import annotations

import json

import jsonschema  # type: ignore[import-untyped]

from steiner.algebra import Query, in_words
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.proposing.form.form_schema import form_schema
from steiner.query.proposing.form.query_form import query_from
from steiner.query.proposing.form.written_form import form_of
from steiner.query.same_meaning import meaning_of


def written_and_read(query: Query, schema: GraphSchema) -> Query:
    """Write a query as a form, validate it, and return the query that is read from it."""
    form = json.loads(json.dumps(form_of(query)))
    jsonschema.validate(form, form_schema(schema))
    return query_from(form, schema)


def require_said_and_written(query: Query, said: str, schema: GraphSchema) -> None:
    """Assert that a query is `said` so, and is the same once it was written and read."""
    read = written_and_read(query, schema)
    assert (in_words(query), in_words(read)) == (said, said)
    assert meaning_of(read) == meaning_of(query)
