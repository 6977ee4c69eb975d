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
    "examples/self_play/README.md": "self-play.md",
    "web/README.md": "front-end.md",
}
_BROUGHT_IN = re.compile(r"^Brought in: `(.+)`\.$", re.MULTILINE)
_LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+)")


def setup(app: Any) -> None:
    """Asks Sphinx to hand every page and docstring over before it is read."""
    app.connect("source-read", _before_reading)
    app.connect("autodoc-process-docstring", _keep_columns)


def _before_reading(app: Any, name: str, source: list[str]) -> None:
    source[0] = page(HERE / f"{name}.md", source[0])


def page(file: Path, text: str) -> str:
    """A page with what it brings in from elsewhere, and with links that hold in the site."""

    def brought_in(found: re.Match[str]) -> str:
        document = ROOT / found[1]
        return relinked(document.read_text(encoding="utf-8"), document.parent, file.parent)

    return _BROUGHT_IN.sub(brought_in, relinked(text, file.parent, file.parent))


def relinked(text: str, folder: Path, now_in: Path) -> str:
    """A text that was written for one folder, with its links as seen from a folder of the site."""

    def link(found: re.Match[str]) -> str:
        target = Path(os.path.normpath(folder / found[1]))
        shown = ELSEWHERE.get(target.relative_to(ROOT).as_posix())
        return "](" + os.path.relpath(HERE / shown if shown else target, now_in)

    return _LINK.sub(link, text)


def _keep_columns(app: Any, what: str, name: str, thing: Any, options: Any, lines: Any) -> None:
    """A docstring's lines in columns (a name, spaces, what it is) stay lines of their own.

    What Python writes by itself for the fields of a named tuple says nothing, so it is left out.
    """
    kept = [line for line in lines if not line.startswith("Alias for field number")]
    lines[:] = [re.sub(r"^(\w[\w, ]*?)  +(?=\S)", r"| `\1` ", line) for line in kept]
