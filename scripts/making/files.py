"""Writing files that are made of others, or checking that they are as they would be made now."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

Make = Callable[[str], str]  # a file's new text, from what it was before


def filled(text: str, parts: Mapping[str, Callable[[], Iterable[str]]], file: Path, by: str) -> str:
    """A document with the parts between its markers made anew, by the command `by`."""
    for name, make in parts.items():
        begin, end = f"<!-- {name}: made by `{by}` -->", "<!-- end -->"
        before, found, rest = text.partition(begin)
        if not found or end not in rest:
            raise SystemExit(f"{file.name} has no place for {name!r}: add {begin} and {end}.")
        text = "\n".join([before + begin, *make(), end]) + rest.partition(end)[2]
    return text


def write_or_check(files: Mapping[Path, Make], root: Path, sources: str, by: str, doc: str) -> int:
    """The command that makes these files of `sources`; with `--check` it writes none and gives 1
    if one differs."""
    parser = argparse.ArgumentParser(description=doc.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if one differs")
    check = parser.parse_args().check
    changed = _out_of_date(files)
    for path, text in changed.items():
        name = path.relative_to(root).as_posix()
        if check:
            print(f"{name} is not what {sources} says: run `{by}`")
        else:
            path.write_text(text, "utf-8")
            print(f"Wrote {name}")
    if not changed:
        print(f"What `{by}` makes of {sources} is up to date.")
    return 1 if check and changed else 0


def _out_of_date(files: Mapping[Path, Make]) -> dict[Path, str]:
    """The files that are not as they would be made now, with what they should be."""
    found = {}
    for path, make in files.items():
        old = path.read_text("utf-8") if path.exists() else ""
        new = make(old)
        if new != old:
            found[path] = new
    return found
