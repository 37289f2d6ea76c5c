"""Errors as JSON: `{"error": {"type": ..., "message": ...}}` with a fitting status."""

from __future__ import annotations

import logging
from typing import Any

from anyio.to_thread import run_sync
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from steiner.display.render import evidence_json
from steiner.errors import (
    Cancelled,
    InvalidInput,
    NotPermitted,
    QueryTimedOut,
    ServerBusy,
    SteinerError,
)
from steiner.redaction import redacted

_LOG = logging.getLogger(__name__)
_UNAVAILABLE = 503
"""Of the errors not named below: the database, its index or the model cannot be used."""
AGAIN = 2
"""Seconds after which a client that was refused for the crowd may ask again."""
_STATUS: dict[type[Exception], int] = {
    InvalidInput: 422,
    NotPermitted: 403,
    QueryTimedOut: 504,
    Cancelled: 499,
}


def failure(error: Exception) -> tuple[int, dict[str, Any]]:
    """Return the status and the JSON of an error."""
    if isinstance(error, ValidationError):
        parts = (f"{'.'.join(map(str, e['loc'])) or 'body'}: {e['msg']}" for e in error.errors())
        return 422, _json("InvalidInput", "; ".join(parts))
    if isinstance(error, HTTPException):
        return error.status_code, _json("NoSuchPage", f"{error.detail}: see /openapi.json.")
    if isinstance(error, SteinerError):
        content = said(error)
        if error.evidence is not None:
            content["evidence"] = evidence_json(error.evidence)
        return _STATUS.get(type(error), _UNAVAILABLE), content
    return 500, said(error)


def said(error: Exception) -> dict[str, Any]:
    """Return what clients read of an error, without the evidence that it may hold; log the rest.

    What the database or a provider said, and where they are, is the administrator's to know, as is
    all of an error that nobody expected.
    """
    if not isinstance(error, SteinerError):
        _LOG.error("Nobody expected this of a request:", exc_info=error)
        return _json("Unexpected", "The server failed; its log says why.")
    if error.public() != str(error):
        _LOG.warning("%s: %s", type(error).__name__, redacted(str(error)))
    return _json(type(error).__name__, error.public())


async def failed(request: Request, error: Exception) -> Response:  # noqa: ARG001
    """Answer a request that raised `error`; a thread writes the evidence that it may hold."""
    return (
        await run_sync(_response, error) if getattr(error, "evidence", None) else _response(error)
    )


def _response(error: Exception) -> Response:
    status, content = failure(error)
    again = {"Retry-After": str(AGAIN)} if isinstance(error, ServerBusy) else None
    return JSONResponse(content, status, again or getattr(error, "headers", None))


HANDLERS: Any = dict.fromkeys((ValidationError, HTTPException, SteinerError), failed)
"""For Starlette, by kind of error."""
UNEXPECTED = Middleware(ExceptionMiddleware, handlers={Exception: failed})
"""Answers what else goes wrong. A handler of Starlette's for it would raise it again afterwards,
whereupon the server closes a connection that its client takes for open.
"""


def _json(type: str, message: str) -> dict[str, Any]:
    return {"error": {"type": type, "message": message}}
