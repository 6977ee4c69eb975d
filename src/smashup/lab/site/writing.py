"""Writing the report: a page, its script and style, the facts, and what draws the charts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from smashup.model.errors import SmashUpError

HERE = Path(__file__).parent
PARTS = ("index.html", "report.css", "report.js")
CHARTS = "charts.js"
FACTS = "facts.js"
BROWSER = "figures.json"
#: Whose work the bundle is.
THANKS = (
    "/* Vega, Vega-Lite and Vega-Embed, by the University of Washington Interactive Data Lab, "
    "under the BSD 3-Clause licence (vega.github.io), with the libraries they use, as "
    "vl-convert-python bundles them. */"
)
#: What the bundle gives to the page.
EXPOSED = "window.vegaEmbed = vegaEmbed;"
#: The version of Vega-Lite that the page's charts are written in.
VEGA_LITE = "6.4"


def write_report(
    facts: dict[str, Any], browser: dict[str, Any] | None, out: Path, figures: Path | None = None
) -> None:
    """Writes all files of the site; it opens from `out/index.html` without a server.

    `figures`: where the file for the browser goes, if not there too; there is none without
    `browser`.
    """
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    files = {
        **{out / name: (HERE / name).read_text("utf-8") for name in PARTS},
        out / FACTS: f"window.FACTS = {text};\n",
        out / CHARTS: _bundle(),
    }
    if browser is not None:
        shown = json.dumps(browser, ensure_ascii=False, indent=1)
        files[figures or out / BROWSER] = shown + "\n"
    try:
        out.mkdir(parents=True, exist_ok=True)
        for path, content in files.items():
            path.write_text(content, "utf-8")
    except OSError as error:
        raise SmashUpError(f"{out} could not be written: {error.strerror}.") from error


def _bundle() -> str:
    """Vega, Vega-Lite and Vega-Embed in one script, as vl-convert has them inside."""
    try:
        import vl_convert
    except ImportError as error:
        raise SmashUpError(
            "The charts are drawn by what vl-convert-python brings: pip install 'smashup[lab]'"
        ) from error
    bundle: str = vl_convert.javascript_bundle(EXPOSED, vl_version=VEGA_LITE)
    return f"{THANKS}\n(() => {{\n{bundle}\n}})();\n"
