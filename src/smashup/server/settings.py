"""What the operator of a server can choose: in a file, in the environment, on the command line.

Each setting is one field of `Settings`, with what is allowed for it in words and as a check. The
command line comes before the environment, that before the file, and that before the default.
Whatever is wrong is said at the start, all of it at once, with where it stands.
"""

from __future__ import annotations

import ipaddress
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from smashup.model.errors import SmashUpError, nearest
from smashup.server import private_files
from smashup.server.database_address import is_database, without_secret

ENVIRONMENT = "SMASHUP_"
FILE = ENVIRONMENT + "CONFIG"  # names the file where no option does
#: Variables that begin alike and are no settings of a server.
_OTHERS = frozenset(
    {FILE} | {ENVIRONMENT + name for name in ("HOME", "PACKS", "ENGINE", "WHEEL", "SERVER")}
)
#: What the tests of this project are told to need begins so.
_OF_TESTS = ENVIRONMENT + "NEEDS_"
ANY_HOST = "*"
_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)+")
_HOST_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")


class BadSettings(SmashUpError):
    """Something that the operator gave is not allowed."""


# -- what is allowed: each gives the value to go by, or raises ValueError -----------------------


def _between(low: int, high: int) -> Callable[[int], int]:
    def check(number: int) -> int:
        if not low <= number <= high:
            raise ValueError
        return number

    return check


def _one_of(*words: str) -> Callable[[str], str]:
    def check(word: str) -> str:
        if word not in words:
            raise ValueError
        return word

    return check


def _host(text: str) -> str:
    if not text or text.split() != [text] or "/" in text:
        raise ValueError
    return text


def _prefix(text: str) -> str:
    text = text.rstrip("/")
    if text and not _PREFIX.fullmatch(text):
        raise ValueError
    return text


def _origin(text: str) -> str:
    text = text.rstrip("/").lower()
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError
    if text != f"{parts.scheme}://{parts.netloc}" or "@" in parts.netloc:
        raise ValueError
    _ = parts.port  # which raises where it is no number
    return text


def _host_name(text: str) -> str:
    text = text.lower()
    if text != ANY_HOST and not _HOST_NAME.fullmatch(text):
        _ip(text)
    return text


def _ip(text: str) -> str:
    return str(ipaddress.ip_address(text.strip("[]")))


def _network(text: str) -> str:
    return str(ipaddress.ip_network(text))


def _folder(text: str) -> str:
    if "\0" in text:
        raise ValueError
    return text


def _database(text: str) -> str:
    if text and not is_database(text):
        raise ValueError
    _ = urlsplit(text).port
    return text


def split_address(text: str) -> tuple[str, int]:
    """The host and the port of `HOST:PORT`.

    >>> split_address("127.0.0.1:8643"), split_address("[::1]:8643")
    (('127.0.0.1', 8643), ('::1', 8643))
    """
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal():
        raise ValueError
    return _host(host.strip("[]")), _between(0, 65535)(int(port))


def _address(text: str) -> str:
    if text:
        split_address(text)
    return text


def _own_address(text: str) -> str:
    """One that others are told, so that it must lead here from where they are."""
    if text and split_address(text)[0] in ("0.0.0.0", "::"):
        raise ValueError
    return text


# -- the settings -------------------------------------------------------------------------------


def _key(default: Any, check: Callable[[Any], Any], allowed: str, option: str = "") -> Any:
    """A setting: what it is otherwise, what is allowed, and its option on the command line.

    A list is checked item by item.
    """
    return field(default=default, metadata={"check": check, "allowed": allowed, "option": option})


_DAYS = "days, a whole number from 0 (for ever) to 100000"


@dataclass(frozen=True)
class Settings:
    """How a server is to run."""

    host: str = _key("127.0.0.1", _host, "the name or address of a network of this machine")
    port: int = _key(8642, _between(0, 65535), "a whole number from 0 (any that is free) to 65535")
    prefix: str = _key("", _prefix, "a path such as /smashup, of letters, digits and . _ ~ -")
    public_origins: tuple[str, ...] = _key(
        (), _origin, "addresses such as https://smash.example, without a path", "--public-origin"
    )
    allowed_hosts: tuple[str, ...] = _key(
        (), _host_name, "names such as smash.example, without a port; * for any", "--allowed-host"
    )
    trusted_proxies: tuple[str, ...] = _key(
        (), _network, "addresses (10.0.0.1) or networks (10.0.0.0/8)", "--trusted-proxy"
    )
    keep_waiting: int = _key(30, _between(0, 100_000), _DAYS)
    keep_playing: int = _key(365, _between(0, 100_000), _DAYS)
    keep_over: int = _key(1825, _between(0, 100_000), _DAYS)
    people_per_address: int = _key(64, _between(1, 1_000_000), "a whole number from 1 to 1000000")
    stored_per_person: int = _key(
        1, _between(0, 1_000_000), "megabytes in a day, a whole number from 0 (any) to 1000000"
    )
    entries_per_room: int = _key(
        10_000, _between(1000, 10_000_000), "a whole number from 1000 to 10000000"
    )
    least_free: int = _key(
        100, _between(0, 1_000_000_000), "megabytes, a whole number from 0 (any) to 1000000000"
    )
    workers: int = _key(0, _between(0, 64), "a whole number from 0 (one less than cores) to 64")
    data: str = _key("", _folder, "a folder")
    database: str = _key("", _database, "an address such as postgresql://user@host/name")
    neighbours: str = _key(
        "",
        _own_address,
        "HOST:PORT such as 10.0.0.1:8644, by which the other servers on the database reach this"
        " one, or nothing",
    )
    packs: tuple[str, ...] = _key((), _folder, "folders of packs", "--pack")
    operations: str = _key("", _address, "HOST:PORT such as 127.0.0.1:8643, or nothing")
    log_format: str = _key("text", _one_of("text", "json"), "text or json")
    log_level: str = _key(
        "info", _one_of("debug", "info", "warning", "error"), "debug, info, warning or error"
    )


class Given(NamedTuple):
    """A value as somebody gave it."""

    value: object
    where: str
    """Where it stands: "port in club.toml"."""


class Loaded(NamedTuple):
    """The settings, where each that was given stands, and what looks like a mistake."""

    settings: Settings
    sources: dict[str, str]
    doubts: list[str]


_KEYS = {key.name: key for key in fields(Settings)}


def load(
    file: Path | None, environment: Mapping[str, str], options: Mapping[str, object]
) -> Loaded:
    """The settings that are in force. `options`: of the command line; None: not given.

    Raises `BadSettings`, which names every value that is not allowed.
    """
    named = environment.get(FILE)
    if file is None and named:
        file = Path(named)
    problems: list[str] = []
    given: dict[str, Given] = {}
    if file is not None:
        given |= _of_file(file, problems)
    given |= dict(_of_environment(environment))
    given |= dict(_of_options(options))
    values: dict[str, Any] = {}
    for name, one in given.items():
        try:
            values[name] = _checked(name, one.value)
        except ValueError:
            problems.append(_not_allowed(name, one))
    if problems:
        raise BadSettings("\n".join(problems))
    settings = Settings(**values)
    if problems := [*_contradictions(settings)]:
        raise BadSettings("\n".join(problems))
    doubts = [*_unknown_variables(environment), *_doubts(settings)]
    if file is not None and _holds_password(given.get("database")):
        doubts += private_files.warnings(file)
    return Loaded(settings, {name: one.where for name, one in given.items()}, doubts)


def shown(loaded: Loaded) -> Iterator[str]:
    """A line for each setting, as it may be printed: without secrets."""
    for name in _KEYS:
        value = getattr(loaded.settings, name)
        words = ", ".join(value) if isinstance(value, tuple) else without_secret(str(value))
        yield f"{name} = {words or '-'}  ({loaded.sources.get(name, 'as always')})"


def _of_file(file: Path, problems: list[str]) -> dict[str, Given]:
    try:
        table = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadSettings(f"The settings in {file} cannot be read: {reason}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{file} is not written as TOML: {error}.") from error
    for name in table.keys() - _KEYS.keys():
        problems.append(f"{name} in {file}: there is no such setting. {nearest(name, _KEYS)}")
    return {
        name: Given(_beside(file, name, value), f"{name} in {file}")
        for name, value in table.items()
        if name in _KEYS
    }


def _beside(file: Path, name: str, value: object) -> object:
    """A path in a file is meant from where the file lies."""
    if _KEYS[name].metadata["check"] is not _folder:
        return value
    if isinstance(value, list):
        return [_beside(file, name, one) for one in value]
    return str(file.absolute().parent / value) if isinstance(value, str) and value else value


def _of_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, Given]]:
    for name, key in _KEYS.items():
        variable = ENVIRONMENT + name.upper()
        text = environment.get(variable)
        if text is None or variable in _OTHERS:
            continue
        value: object = text
        if isinstance(key.default, tuple):
            value = [word.strip() for word in text.split(",") if word.strip()]
        elif isinstance(key.default, int) and text.strip().isdecimal():
            value = int(text)
        yield name, Given(value, f"{variable} in the environment")


def _of_options(options: Mapping[str, object]) -> Iterator[tuple[str, Given]]:
    for name, value in options.items():
        if value is not None:
            option = _KEYS[name].metadata["option"] or f"--{name.replace('_', '-')}"
            yield name, Given(value, f"{option} on the command line")


def _checked(name: str, value: Any) -> Any:
    key = _KEYS[name]
    check = key.metadata["check"]
    if isinstance(key.default, tuple):
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise ValueError
        return tuple(check(one) for one in value)
    if isinstance(value, bool) or not isinstance(value, type(key.default)):
        raise ValueError
    return check(value)


def _not_allowed(name: str, one: Given) -> str:
    allowed = _KEYS[name].metadata["allowed"]
    if isinstance(_KEYS[name].default, tuple):
        allowed = f"a list of {allowed}"
    # What is not even an address of a database may be anything, a password too.
    value = "what stands there" if name == "database" else repr(one.value)
    return f"{one.where}: {value} is not allowed. It must be {allowed}."


def _unknown_variables(environment: Mapping[str, str]) -> Iterator[str]:
    known = {ENVIRONMENT + name.upper() for name in _KEYS}
    for variable in sorted(environment):
        if variable.startswith(_OF_TESTS) or not variable.startswith(ENVIRONMENT):
            continue
        if variable not in known | _OTHERS:
            yield f"{variable} in the environment is no setting. {nearest(variable, known)}"


def _doubts(settings: Settings) -> Iterator[str]:
    """What is allowed, and probably not meant."""
    if settings.public_origins and not settings.trusted_proxies:
        yield (
            "public_origins says that a proxy stands before this server, but trusted_proxies names"
            " none: everybody then seems to come from one address, and shares its limits."
        )
    if settings.trusted_proxies and not settings.public_origins:
        yield (
            "trusted_proxies names a proxy, but public_origins does not say under which address"
            " browsers find it: pages it serves by https may be refused."
        )


def _contradictions(settings: Settings) -> Iterator[str]:
    """What is allowed by itself, and not together."""
    if settings.neighbours and not settings.database:
        yield (
            "neighbours is for several servers on one database, but no database is named:"
            " a data folder is for one server. Name a database, or leave neighbours out."
        )


def _holds_password(database: Given | None) -> bool:
    if database is None or not database.where.startswith("database in "):
        return False
    return without_secret(str(database.value)) != database.value
