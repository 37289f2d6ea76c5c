"""The OpenAPI document of the endpoints, so that clients can be generated."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

from steiner.serve.endpoints import Endpoint

_ERROR = {
    "type": "object",
    "properties": {
        "error": {
            "type": "object",
            "properties": {"type": {"type": "string"}, "message": {"type": "string"}},
            "required": ["type", "message"],
        }
    },
    "required": ["error"],
}
_REFUSALS = {
    "401": "The key is missing or wrong.",
    "403": "The database does not allow it.",
    "408": "The body did not come whole in time.",
    "413": "The body is too large.",
    "422": "The input cannot be used as given.",
    "429": "Too many requests.",
    "500": "Nobody expected this; the log of the server has it.",
    "503": "The database cannot answer, or too many questions wait.",
    "504": "The question passed its time limit.",
}


def openapi(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """Return the document (OpenAPI 3.1)."""
    schemas: dict[str, Any] = {"Error": _ERROR}
    paths = {f"/api/{each.name}": {"post": _operation(each, schemas)} for each in endpoints}
    return {
        "openapi": "3.1.0",
        "info": {"title": "steiner", "version": version("steiner")},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"key": []}],
    }


def _operation(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    """Return one operation; the schemas that it refers to are added to `schemas`."""
    record, body = endpoint.record_schema(), endpoint.body.model_json_schema()
    schemas |= record.pop("$defs", {})
    text = endpoint.about()
    refused = {
        status: {"description": reason, "content": _json({"$ref": "#/components/schemas/Error"})}
        for status, reason in _REFUSALS.items()
    }
    return {
        "operationId": endpoint.name,
        "summary": text.partition("\n")[0],
        "description": text,
        "requestBody": {"required": True, "content": _json(body)},
        "responses": {"200": {"description": "The record.", "content": _json(record)}, **refused},
    }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
