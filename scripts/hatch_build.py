"""What the build does besides packing: a package always has the front end inside, and a wheel the
compiled engine where SMASHUP_WHEEL=compiled asks for it (`make wheels`).

Hatch calls this for wheels and source packages, however the build was asked for (`make dist`,
`pip wheel .`, `pip install .`). A source package carries the built front end beside its sources, so
that installing from it needs no Node.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

INDEX = Path("src/smashup/server/static/index.html")


COMPILED = "/src/smashup/_compiled/"


class Inside(BuildHookInterface[Any]):
    """Builds what is made of sources that changed, before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatch; an editable installation is for those who run `make web` themselves."""
        root = Path(self.root)
        if self.target_name == "wheel" and os.environ.get("SMASHUP_WHEEL") == "compiled":
            self._compile(root, build_data)
        from_source_package = (root / "PKG-INFO").exists() and (root / INDEX).exists()
        if version == "editable" or from_source_package:
            return
        done = subprocess.run(["sh", "scripts/web.sh", "build"], cwd=root)
        if done.returncode or not (root / INDEX).exists():
            raise SystemExit(
                "The package would lack the table in the browser, which could not be built (see"
                " above). It needs Node 20 or newer, or run `make web` first, which brings one."
            )

    def _compile(self, root: Path, build_data: dict[str, Any]) -> None:
        """Puts the compiled engine into the wheel, which then is for this Python and machine."""
        here = {**os.environ, "PYTHONPATH": str(root / "src"), "SMASHUP_ENGINE": "pure"}
        done = subprocess.run([sys.executable, "scripts/fast.py"], cwd=root, env=here)
        if done.returncode:
            raise SystemExit("The engine could not be compiled (see above).")
        build_data["artifacts"].append(COMPILED)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
