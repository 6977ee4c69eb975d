"""Settings: where they come from, what is allowed, and what is said about the rest."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from smashup.server.settings import BadSettings, Loaded, Settings, load, shown

HERE = Path(__file__).resolve().parents[2]


def of(
    text: str, folder: Path, environment: dict[str, str] | None = None, **options: object
) -> Loaded:
    file = folder / "club.toml"
    file.write_text(text)
    file.chmod(0o600)
    return load(file, environment or {}, options)


def test_without_anything_a_server_is_for_this_machine_only() -> None:
    assert load(None, {}, {}) == (Settings(), {}, [])
    assert Settings().host == "127.0.0.1"
    assert Settings().operations == ""


def test_options_come_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    text = 'host = "10.0.0.1"\nport = 1\nworkers = 1\n'
    environment = {"SMASHUP_PORT": "2", "SMASHUP_WORKERS": "2"}
    found = of(text, tmp_path, environment, workers=3, host=None).settings
    assert (found.host, found.port, found.workers) == ("10.0.0.1", 2, 3)


def test_the_environment_can_name_the_file(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text("port = 7")
    environment = {"SMASHUP_CONFIG": str(tmp_path / "club.toml")}
    assert load(None, environment, {}).settings.port == 7


def test_lists_are_written_with_commas_in_the_environment() -> None:
    found = load(None, {"SMASHUP_TRUSTED_PROXIES": "10.0.0.1, fd00::/8"}, {}).settings
    assert found.trusted_proxies == ("10.0.0.1/32", "fd00::/8")


def test_folders_of_a_file_are_meant_from_where_it_lies(tmp_path: Path) -> None:
    found = of('data = "games"\npacks = ["/srv/packs/a", "b"]', tmp_path).settings
    assert found.data == str(tmp_path / "games")
    assert found.packs == ("/srv/packs/a", str(tmp_path / "b"))


@pytest.mark.parametrize(
    "line",
    [
        "port = 70000",
        'port = "8642"',
        "port = true",
        "port = 1.5",
        'host = ""',
        'host = "a b"',
        'prefix = "club"',
        'prefix = "/a b"',
        'prefix = "/../x y"',
        'public_origins = "https://smash.example"',
        'public_origins = ["smash.example"]',
        'public_origins = ["https://smash.example/club"]',
        'public_origins = ["https://ann:secret@smash.example"]',
        'public_origins = ["https://smash.example:port"]',
        'allowed_hosts = ["https://smash.example"]',
        'trusted_proxies = ["*"]',
        'trusted_proxies = ["10.0.0.1/8"]',
        'trusted_proxies = ["proxy.example"]',
        "people_per_address = 0",
        "stored_per_person = -1",
        "entries_per_room = 999",
        'least_free = "1 GB"',
        "workers = 65",
        'database = "mysql://localhost/games"',
        'operations = "8643"',
        'operations = "127.0.0.1:port"',
        'log_format = "xml"',
        'log_level = "loud"',
    ],
)
def test_what_is_not_allowed_is_named_with_file_key_value_and_what_is(
    tmp_path: Path, line: str
) -> None:
    with pytest.raises(BadSettings) as error:
        of(line, tmp_path)
    words = str(error.value)
    key = line.split()[0]
    assert words.startswith(f"{key} in {tmp_path / 'club.toml'}: ")
    assert "It must be" in words
    if key != "database":
        assert repr(tomllib.loads(line)[key]) in words


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as error:
        of("port = -1\nprot = 1", tmp_path, {"SMASHUP_WORKERS": "many"}, log_format="xml")
    words = str(error.value).splitlines()
    assert len(words) == 4
    assert any("prot" in line and "port" in line for line in words)
    assert any(line.startswith("SMASHUP_WORKERS in the environment: 'many'") for line in words)
    assert any(line.startswith("--log-format on the command line: 'xml'") for line in words)


@pytest.mark.parametrize("text", ["port = ", "[server\n", "port = 1\nport = 2"])
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadSettings, match=r"club\.toml is not written as TOML: .*at "):
        of(text, tmp_path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"none\.toml cannot be read: no such file"):
        load(tmp_path / "none.toml", {}, {})


def test_a_variable_that_is_no_setting_is_doubted() -> None:
    (doubt,) = load(None, {"SMASHUP_PROT": "1", "SMASHUP_HOME": "/x", "PORT": "1"}, {}).doubts
    assert "SMASHUP_PROT" in doubt
    assert "SMASHUP_PORT" in doubt
    assert load(None, {"SMASHUP_NEEDS_POSTGRES": "1"}, {}).doubts == []  # the tests' own


def test_a_proxy_that_is_only_half_named_is_doubted() -> None:
    origin = {"public_origins": ["https://smash.example"]}
    proxy = {"trusted_proxies": ["127.0.0.1"]}
    assert "trusted_proxies" in load(None, {}, origin).doubts[0]
    assert "public_origins" in load(None, {}, proxy).doubts[0]
    assert load(None, {}, origin | proxy).doubts == []


def test_a_file_with_a_password_should_be_private(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    text = 'database = "postgresql://ann:secret@host/games"'
    assert of(text, tmp_path).doubts == []
    file.chmod(0o644)
    (doubt,) = load(file, {}, {}).doubts
    assert f"chmod 600 {file}" in doubt
    file.write_text("port = 1")
    assert load(file, {}, {}).doubts == []


def test_no_password_is_shown(tmp_path: Path) -> None:
    secret = "postgresql://ann:secret@host/games?password=secret&sslmode=require"
    lines = "\n".join(shown(of(f'database = "{secret}"', tmp_path)))
    assert "secret" not in lines
    assert "ann@host/games" in lines
    with pytest.raises(BadSettings) as error:
        of('database = "postgresql://ann:secret@host:port/"', tmp_path)
    assert "secret" not in str(error.value)


def test_every_setting_is_described_with_what_it_is_otherwise() -> None:
    text = (HERE / "docs" / "hosting.md").read_text()
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", text, re.MULTILINE))
    assert list(rows) == [key.name for key in fields(Settings)]
    for key in fields(Settings):
        if key.default not in ("", ()):
            assert f"`{key.default}`" in rows[key.name]


def test_an_address_for_neighbours_leads_here_and_needs_a_database(tmp_path: Path) -> None:
    database = 'database = "postgresql:///smashup"\n'
    found = of(database + 'neighbours = "[fd00::1]:8644"', tmp_path).settings
    assert found.neighbours == "[fd00::1]:8644"
    with pytest.raises(BadSettings, match="no database is named"):
        of('neighbours = "10.0.0.1:8644"', tmp_path)
    for nowhere in ("0.0.0.0:8644", "[::]:8644", "10.0.0.1"):
        with pytest.raises(BadSettings, match="reach this one"):
            of(f'{database}neighbours = "{nowhere}"', tmp_path)
