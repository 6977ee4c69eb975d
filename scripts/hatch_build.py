"""What the build does besides packing: a package always has the front end inside.

Hatch calls this for wheels and source packages, however the build was asked for (`make dist`,
`pip wheel .`, `pip install .`). A source package carries the built front end beside its sources, so
that installing from it needs no Node.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

INDEX = Path("src/smashup/server/static/index.html")


class FrontEnd(BuildHookInterface[Any]):
    """Builds the front end where its sources changed, before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatch; an editable installation is for those who run `make web` themselves."""
        root = Path(self.root)
        from_source_package = (root / "PKG-INFO").exists() and (root / INDEX).exists()
        if version == "editable" or from_source_package:
            return
        done = subprocess.run(["sh", "scripts/web.sh", "build"], cwd=root)
        if done.returncode or not (root / INDEX).exists():
            raise SystemExit(
                "The package would lack the table in the browser, which could not be built (see"
                " above). It needs Node 20 or newer, or run `make web` first, which brings one."
            )
