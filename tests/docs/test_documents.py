"""What the documents promise: links, pages, commands, examples; and nothing from outside."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest
import yaml

from smashup.model.decision import DecisionKind

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
DOCUMENTS = sorted(
    [
        *ROOT.glob("*.md"),
        *DOCS.rglob("*.md"),
        *ROOT.glob("*/README.md"),
        *ROOT.glob("examples/**/*.md"),
    ]
)

LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)")
NAMED = re.compile(r"(?:[\w-]+/)*[\w-]+\.md\b")
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)

#: Folders of what is written here by hand; each file in them may name documents.
WRITTEN = (
    "src",
    "tests",
    "scripts",
    "proofs",
    "examples",
    "docs",
    "bench",
    "deploy",
    ".github",
    ".ci",
)
FRONT_END = ("web/src", "web/tests", "web/credits.ts", "web/README.md")
ENDINGS = {".py", ".md", ".yaml", ".yml", ".toml", ".sh", ".ts", ".svelte", ".css", ""}
#: Pages that tests have commands write, or invent.
INVENTED = {"arena.md", "page.md", "nowhere/page.md", "factions.md"}
#: What only those see who work here: the place of a checkout, documents that are elsewhere.
ELSEWHERE = re.compile(
    r"\.\./shared\b|\bshared/\w|(?<![\w.])/(?:work|root|home|Users|opt)/|\bsheets?\b"
)
#: Folders in which a sheet is not a document: a panel of the table is called so.
PANELS = ("web", "tests/web", "docs/table.md")


def written() -> Iterator[Path]:
    """Every file of text that somebody wrote."""
    yield from (path for path in ROOT.iterdir() if path.is_file() and path.name != ".git")
    for place in (*WRITTEN, *FRONT_END):
        path = ROOT / place
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            built = "__pycache__" in file.parts or "static" in file.parts
            if file.is_file() and file.suffix in ENDINGS and not built:
                yield file


def inside(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def anchors(document: Path) -> set[str]:
    """The names by which the chapters of a document can be linked."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", document.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=inside)
def test_every_link_leads_somewhere(document: Path):
    for target, chapter in LINK.findall(FENCED.sub("", document.read_text("utf-8"))):
        there = document.parent / target if target else document
        assert there.exists(), f"{inside(document)} links to {target}, which is not there"
        if chapter:
            assert chapter in anchors(there), f"{inside(document)}: no chapter {target}#{chapter}"


def test_every_document_is_a_page_of_the_site():
    lists = [file.read_text("utf-8") for file in (DOCS / "index.md", DOCS / "reference/index.md")]
    listed = {f"{page}.md" for text in lists for page in re.findall(r"([\w/-]+)>?$", text, re.M)}
    pages = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    missing = {
        page for page in pages - {"index.md"} if not {page, page.rpartition("/")[2]} & listed
    }
    assert missing == set(), "name them in a list of docs/index.md or docs/reference/index.md"


@pytest.fixture
def conf() -> ModuleType:
    """How the site is made."""
    spec = importlib.util.spec_from_file_location("conf", DOCS / "conf.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_the_site_brings_in_from_elsewhere_has_links_that_hold_there(conf: ModuleType):
    for document, name in conf.ELSEWHERE.items():
        page = conf.page(DOCS / name, (DOCS / name).read_text("utf-8"))
        assert page.startswith((ROOT / document).read_text("utf-8").partition("\n")[0])
        for target, _ in LINK.findall(page):
            assert (DOCS / target).exists(), f"{document} links to {target} in the site"
            outside = target.startswith("../") and target.endswith(".md")
            assert not outside, f"{document} links to {target}: name it in docs/conf.py"


def test_links_out_of_the_site_lead_to_files(conf: ModuleType):
    """Sphinx takes files of code along; folders and documents that are no pages it cannot."""
    for file in sorted(DOCS.rglob("*.md")):
        for target, _ in LINK.findall(conf.page(file, file.read_text("utf-8"))):
            there = (file.parent / target).resolve()
            if target and ":" not in target and not there.is_relative_to(DOCS):
                assert there.is_file(), f"{inside(file)} links to {target}, which is no file"
                assert there.suffix != ".md", f"{inside(file)}: name {target} in docs/conf.py"


def test_no_file_names_a_document_that_is_not_here():
    for file in written():
        names = set(NAMED.findall(file.read_text("utf-8"))) - INVENTED
        places = (ROOT, DOCS, file.parent)
        unknown = [name for name in names if not any((place / name).exists() for place in places)]
        assert unknown == [], f"{inside(file)} names documents that are not in the repository"


def test_no_file_points_outside():
    for file in written():
        if file == Path(__file__) or inside(file).startswith(PANELS):
            continue
        found = ELSEWHERE.findall(file.read_text("utf-8"))
        assert found == [], f"{inside(file)} speaks of something that only its writer has"


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "docs/checks.md"])
def test_every_command_of_make_that_is_named_exists(document: str):
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = set(
        re.findall(r"(?:^|`)make ([\w-]+)", (ROOT / document).read_text("utf-8"), re.MULTILINE)
    )
    assert named
    assert named <= targets


@pytest.mark.parametrize("kind", get_args(DecisionKind))
def test_every_kind_of_decision_is_explained(kind: str):
    row = next(
        (
            line
            for line in (DOCS / "how-it-works.md").read_text().splitlines()
            if line.startswith(f"| `{kind}` |")
        ),
        "",
    )
    assert len(row.split("|")[2]) > 40
    for page in ("opponents.md", "protocol.md"):
        assert f"`{kind}`" in (DOCS / page).read_text()


def test_the_examples_of_the_readme_run(capsys: pytest.CaptureFixture[str]):
    examples = re.findall(
        r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL
    )
    assert examples
    for example in examples:
        exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("(")


def test_the_changelog_tells_of_this_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    version, under_way, _ = project["version"].partition(".dev")
    newest = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1]
    if under_way:
        assert newest.startswith(f"Unreleased\nOn the way to {version}.\n")
    else:
        assert newest.startswith(f"{version} – ")


def test_the_public_host_runs_the_same_checks():
    """Nothing of it can run here, so it is read: every Python we name, and the one command."""
    workflow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text("utf-8"))
    job = workflow["jobs"]["test"]
    assert job["runs-on"].startswith("ubuntu")
    assert job["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13"]
    commands = [step.get("run", "") for step in job["steps"]]
    assert "make test PYTHON=python" in commands
    for command in commands:
        for script in re.findall(r"scripts/\S+", command):
            assert (ROOT / script).exists()
    classifiers = (ROOT / "pyproject.toml").read_text("utf-8")
    for python in job["strategy"]["matrix"]["python"]:
        assert f'"Programming Language :: Python :: {python}"' in classifiers
