"""A query as a model writes it: a form in JSON that the schema of forms allows, read back."""

from __future__ import annotations

import json

import jsonschema  # type: ignore[import-untyped]

from steiner.algebra import Query
from steiner.algebra.graph_schema import GraphSchema
from steiner.query.proposing.form.form_schema import form_schema
from steiner.query.proposing.form.query_form import query_from
from steiner.query.proposing.form.written_form import form_of


def written_and_read(query: Query, schema: GraphSchema) -> Query:
    """Write a query as a form, validate it, and return the query that is read from it."""
    form = json.loads(json.dumps(form_of(query)))
    jsonschema.validate(form, form_schema(schema))
    return query_from(form, schema)
