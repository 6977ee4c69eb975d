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
BROWSER = "factions.json"
#: The version of Vega-Lite that the page's charts are written in.
VEGA_LITE = "6.4"


def write_report(facts: dict[str, Any], browser: dict[str, Any], out: Path) -> None:
    """Writes all files of the site; it opens from `out/index.html` without a server."""
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    files = {
        **{name: (HERE / name).read_text("utf-8") for name in PARTS},
        FACTS: f"window.FACTS = {text};\n",
        BROWSER: json.dumps(browser, ensure_ascii=False, indent=1) + "\n",
        CHARTS: _bundle(),
    }
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (out / name).write_text(content, "utf-8")
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
    bundle: str = vl_convert.javascript_bundle(vl_version=VEGA_LITE)
    return f"(() => {{\n{bundle}\n}})();\n"
