"""Finding packs: in a folder, or installed beside this package."""

from __future__ import annotations

import importlib.util
import sys
from importlib import metadata
from pathlib import Path
from types import ModuleType

from smashup.model.pack import Pack
from smashup.packs.errors import BadPack

GROUP = "smashup.packs"  # the entry points by which installed packs are found
PACKAGE = Path(__file__).resolve().parents[1]
ATTRIBUTE = "PACK"  # the name under which a Python package holds its pack


def installed() -> list[metadata.EntryPoint]:
    """The packs that were installed, by name."""
    return sorted(metadata.entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value))


def read_installed(entry: metadata.EntryPoint) -> Pack:
    """The pack that an entry point names; `BadPack` if there is none or its code fails."""
    try:
        found = entry.load()
    except (Exception, SystemExit) as error:
        raise BadPack(what_failed(error, None)) from error
    return _pack_in(found, f"the entry point {entry.name} = {entry.value!r}")


def read_folder(path: Path) -> list[Pack]:
    """The packs in a folder; `BadPack` says why it is none.

    It is a Python package with a pack in it, or a project (`pyproject.toml`) whose entry points
    name such packages.
    """
    path = path.resolve()
    if not path.is_dir():
        what = "is a file; name its folder" if path.exists() else "is not there"
        raise BadPack(f"{path} {what}")
    folders = [path] if (path / "__init__.py").exists() else _packages_of(path)
    return [_read_package(folder) for folder in folders]


def _packages_of(project: Path) -> list[Path]:
    """The folders of the packages that a project offers as packs."""
    import tomllib

    file = project / "pyproject.toml"
    try:
        described = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise BadPack(
            f"{project} is no pack: it has neither __init__.py nor pyproject.toml."
            ' `smashup new-faction "My Faction"` writes one to begin with'
        ) from error
    except (OSError, ValueError) as error:
        raise BadPack(f"{file} cannot be read: {error}") from error
    entries = described.get("project", {}).get("entry-points", {}).get(GROUP, {})
    if not entries:
        raise BadPack(f'{file} names no pack: it has no [project.entry-points."{GROUP}"]')
    return [_package(project, str(value).partition(":")[0]) for value in entries.values()]


def _package(project: Path, module: str) -> Path:
    """The folder of a package: in the project's own, or in its `src`."""
    folders = [project / module, project / "src" / module]
    for folder in folders:
        if (folder / "__init__.py").exists():
            return folder
    raise BadPack(f"{project} names the pack {module}, but {folders[0]} has no __init__.py")


def _read_package(folder: Path) -> Pack:
    name = folder.name
    if not name.isidentifier():
        raise BadPack(f"{folder}: a Python package cannot be named {name!r}; rename the folder")
    file = folder / "__init__.py"
    module = _imported(name, file)
    try:
        return _pack_in(module, str(file))
    except BadPack:
        forget(name)
        raise


def _imported(name: str, file: Path) -> ModuleType:
    """The package, imported if it is not yet; what a failed import left behind is taken away."""
    known = sys.modules.get(name)
    if known is not None:
        if Path(getattr(known, "__file__", None) or "").resolve() == file.resolve():
            return known
        same = getattr(known, ATTRIBUTE, None)
        if isinstance(same, Pack):
            raise BadPack(
                f"{file.parent}: the pack {name} is here already, from {same.folder}. If that one"
                " is installed, check it by its name, or uninstall it first"
            )
        raise BadPack(f"{file.parent}: there is another module named {name}; rename the folder")
    spec = importlib.util.spec_from_file_location(
        name, file, submodule_search_locations=[str(file.parent)]
    )
    assert spec is not None and spec.loader is not None  # it is a file of Python
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        forget(name)
        raise BadPack(what_failed(error, file.parent)) from error
    return module


def forget(name: str) -> None:
    """Forgets a package and all that was imported from it, so that it can be read anew."""
    for module in [m for m in sys.modules if m == name or m.startswith(f"{name}.")]:
        del sys.modules[module]


def _pack_in(found: object, where: str) -> Pack:
    pack = getattr(found, ATTRIBUTE, None) if isinstance(found, ModuleType) else found
    if pack is None:
        raise BadPack(f"{where}: it holds no pack. Write `{ATTRIBUTE} = Pack(…)` there")
    if not isinstance(pack, Pack):
        raise BadPack(f"{where}: {ATTRIBUTE} should be a Pack, not {pack!r}")
    return pack


def what_failed(error: BaseException, folder: Path | None) -> str:
    """An error of a pack's own code: the last line of its folder (None: of anything but ours) that
    led to it, and what Python says."""
    import traceback

    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno}: SyntaxError: {error.msg}"
    lines = [
        f"{frame.filename}, line {frame.lineno}: "
        for frame in traceback.extract_tb(error.__traceback__)
        if _is_theirs(frame.filename, folder)
    ]
    return (lines[-1] if lines else "") + said(error)


def said(error: BaseException) -> str:
    """An error as Python tells it in one line."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _is_theirs(file: str, folder: Path | None) -> bool:
    if folder is not None:
        return Path(file).is_relative_to(folder)
    ours = Path(file).is_relative_to(PACKAGE)
    return not ours and not file.startswith("<frozen") and "importlib" not in file
