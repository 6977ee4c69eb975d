"""Draws the icons of the installed table from web/public/icon.svg: writes web/public/icon-*.png.

    python scripts/app_icons.py

Systems that show an installed page want pictures of fixed sizes; the maskable one fills its square,
so that each system can cut its own shape out of it.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).resolve().parents[1] / "web" / "public"
#: Name, size, and the share of the square that the star may fill.
ICONS = (("icon-192", 192, 1.0), ("icon-512", 512, 1.0), ("icon-maskable", 512, 0.72))
GROUND = "#131a24"


def main() -> None:
    """Draws all of them with Chromium."""
    drawing = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    path = os.environ.get("SMASHUP_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, size, share in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(_page(drawing, size, share))
            whole = share < 1
            page.screenshot(path=str(FOLDER / f"{name}.png"), omit_background=not whole)
            page.close()
        browser.close()


def _page(drawing: str, size: int, share: float) -> str:
    """The drawing in the middle of a square; on a ground of its own where it does not fill it."""
    if share < 1:
        drawing = re.sub(r"<rect [^>]*/>", "", drawing)
    ground = GROUND if share < 1 else "transparent"
    side = round(size * share)
    middle = f"margin:0;display:grid;place-items:center;height:{size}px;background:{ground}"
    return (
        f'<body style="{middle}"><div style="width:{side}px;height:{side}px">{drawing}</div></body>'
    )


if __name__ == "__main__":
    main()
