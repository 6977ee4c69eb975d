"""How Sphinx makes the site out of this folder (`make docs`)."""

import os.path
import re
from importlib import metadata
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent

project = "Smash Up"
author = "the smashup authors"
version = release = metadata.version("smashup")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 3  # links to chapters, as the hosts of repositories make them
default_role = "code"  # docstrings write `names` like the rest of the project
suppress_warnings = ["config.cache"]  # `setup` below is a function, and meant to be

autodoc_default_options = {"members": True, "undoc-members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Smash Up {release}"
html_copy_source = False

#: Documents that have their place elsewhere in the repository, and their pages in the site.
ELSEWHERE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "bench/README.md": "speed.md",
    "web/README.md": "front-end.md",
}
_BROUGHT_IN = re.compile(r"^Brought in: `(.+)`\.$", re.MULTILINE)
_LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+)")


def setup(app: Any) -> None:
    """Asks Sphinx to hand every page and docstring over before it is read."""
    app.connect("source-read", lambda app, name, source: source.insert(0, page(source.pop())))
    app.connect("autodoc-process-docstring", _keep_columns)


def page(text: str) -> str:
    """A page of this folder with what it brings in from elsewhere, and links that hold here."""
    text = relinked(text, HERE)
    return _BROUGHT_IN.sub(lambda found: brought_in(ROOT / found[1]), text)


def brought_in(document: Path) -> str:
    """A document from elsewhere as it has to be written to stand in this folder."""
    return relinked(document.read_text(encoding="utf-8"), document.parent)


def relinked(text: str, folder: Path) -> str:
    """The text of a document of that folder with its links as seen from this one."""

    def link(found: re.Match[str]) -> str:
        target = os.path.normpath(folder / found[1])
        inside = Path(target).relative_to(ROOT).as_posix()
        return "](" + ELSEWHERE.get(inside, os.path.relpath(target, HERE))

    return _LINK.sub(link, text)


def _keep_columns(app: Any, what: str, name: str, thing: Any, options: Any, lines: Any) -> None:
    """A docstring's lines in columns (a name, spaces, what it is) stay lines of their own.

    What Python writes by itself for the fields of a named tuple says nothing, so it is left out.
    """
    kept = [line for line in lines if not line.startswith("Alias for field number")]
    lines[:] = [re.sub(r"^(\w[\w, ]*?)  +(?=\S)", r"| `\1` ", line) for line in kept]
