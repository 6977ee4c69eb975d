"""Finds abilities that forgot a `yield from`: verbs called and dropped (smashup.lab.dropped).

python scripts/dropped.py                 the engine and all its cards
python scripts/dropped.py my_faction.py   other files and folders
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from smashup.lab.dropped import USED_IN, find_dropped


def main() -> int:
    """0 if every verb that is called is carried out, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="*", type=_existing, help="files and folders to look at")
    dropped = find_dropped(parser.parse_args().paths or USED_IN)
    for found in dropped:
        print(found)
    count = len(dropped) or "No"
    print(f"{count} verb{'s' if len(dropped) != 1 else ''} called and dropped.")
    return 1 if dropped else 0


def _existing(text: str) -> Path:
    path = Path(text)
    if not path.exists():
        raise argparse.ArgumentTypeError(f"there is no file or folder {text}")
    return path


if __name__ == "__main__":
    sys.exit(main())
