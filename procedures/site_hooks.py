"""Hooks of MkDocs: pages that lie outside docs/ become pages of the site, and links to them hold.

In a checkout a link such as `../SECURITY.md` leads out of docs/; on the site the file stands in
project/, in the same tree.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
OUTSIDE = ("README.md", "SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md", "procedures/README.md")
PROJECT = "project"
_CELLS = re.compile(r"^\|.*", re.MULTILINE)
_LINK = re.compile(r"(\[[^\[\]]*)?\]\(([^)#\s]+)(#[^)\s]*)?\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that lie outside docs/."""
    from mkdocs.structure.files import File

    for name in OUTSIDE:
        content = (ROOT / name).read_text("utf-8")
        files.append(File.generated(config, f"{PROJECT}/{name}", content=content))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Turn each link of the checkout into one of the site; what the site lacks is plain text."""
    if page.file.src_uri == "index.md":
        # The front page takes the whole width, which its one example needs.
        page.meta["hide"] = ["navigation", "toc"]
    markdown = _CELLS.sub(lambda line: unescaped_code(line[0]), markdown)
    return linked(page.file.src_uri, markdown)


def linked(page: str, markdown: str) -> str:
    """Return a page's Markdown with links that hold on the site.

    `linked("results.md", "in [results](../benchmarks/results)")` gives "in results".
    """

    def on_site(link: re.Match[str]) -> str:
        before, rest = link[1] or "", site_link(page, link[2], link[3])
        return before[1:] if before and rest == "]" else before + rest

    return _LINK.sub(on_site, markdown)


def unescaped_code(line: str) -> str:
    r"""Return a table's line as MkDocs wants it: GitHub alone needs "|" escaped within code.

    r"| `[a\|b]` | a \| b |" gives r"| `[a|b]` | a \| b |".
    """
    return re.sub(r"`[^`]*`", lambda code: code[0].replace(r"\|", "|"), line)


def anchor(title: str) -> str:
    """Return the address of a heading within its page, as GitHub and the site make it."""
    kept = "".join(c for c in title.casefold() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


def site_link(page: str, target: str, anchor: str | None) -> str:
    """Return the rest of a Markdown link from `page` of the site, "](…)".

    `site_link("using.md", "../SECURITY.md", None)` gives "](project/SECURITY.md)".
    """
    if "://" in target or target.startswith("mailto:"):
        return f"]({target}{anchor or ''})"
    outside = page.startswith(f"{PROJECT}/")
    own = page.removeprefix(f"{PROJECT}/") if outside else f"docs/{page}"
    meant = posixpath.normpath(posixpath.join(posixpath.dirname(own), target))
    if meant in OUTSIDE:
        on_site = f"{PROJECT}/{meant}"
    elif meant.startswith("docs/"):
        on_site = meant.removeprefix("docs/")
    else:
        return "]"  # A folder or file of the checkout: its name is the link's text.
    return f"]({posixpath.relpath(on_site, posixpath.dirname(page) or '.')}{anchor or ''})"
