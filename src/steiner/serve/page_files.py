"""The page of web/: static files that load nothing from elsewhere."""

from __future__ import annotations

from pathlib import Path

from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send


def _folder() -> Path:
    packaged = Path(__file__).parents[1] / "web"
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / "web"


PAGE_PATHS = ("/", *sorted(f"/{file.name}" for file in _folder().glob("*.*")))
"""Addresses of the page's files."""
_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}


def page_files() -> Mount:
    """Return the mount of the page's files, compressed."""
    files = StaticFiles(directory=_folder(), html=True)
    return Mount("/", GZipMiddleware(_with_headers(files)))


def _with_headers(app: ASGIApp) -> ASGIApp:
    own = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *own]}
            await send(message)

        await app(scope, receive, sent)

    return served
