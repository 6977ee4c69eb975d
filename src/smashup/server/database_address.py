"""A database's address as it may be shown: without what is secret in it."""

from __future__ import annotations

from urllib.parse import parse_qsl, unquote, urlsplit

SCHEMES = ("postgresql://", "postgres://")
_HIDDEN = "***"
_SECRET = frozenset({"password", "sslpassword", "passfile", "sslkey"})  # of its query


def is_database(place: str) -> bool:
    """Whether a place is a PostgreSQL address; otherwise it is the path of a file."""
    return place.startswith(SCHEMES)


def without_secret(place: str) -> str:
    """The address without a password, wherever it stands in it.

    >>> without_secret("postgresql://ann:secret@host/games?password=other&sslmode=require")
    'postgresql://ann@host/games?password=***&sslmode=require'
    """
    if not is_database(place):
        return place
    scheme, _, rest = place.partition("://")
    rest, asked, query = rest.partition("?")
    who, at, where = rest.rpartition("@")
    parts = [_shown(part) for part in query.split("&")]
    return f"{scheme}://{who.partition(':')[0]}{at}{where}{asked}{'&'.join(parts)}"


def _shown(part: str) -> str:
    name, given, _ = part.partition("=")
    return f"{name}={_HIDDEN}" if given and name.lower() in _SECRET else part


def hide(words: str, place: str) -> str:
    """What a database said, without the secrets of its address: some of its errors repeat it.

    >>> hide('no port in "postgresql://ann:secret@host:x/"', "postgresql://ann:secret@host:x/")
    'no port in "postgresql://ann@host:x/"'
    """
    words = words.replace(place, without_secret(place))
    for secret in _secrets(place):
        words = words.replace(secret, _HIDDEN)
    return words


def _secrets(place: str) -> set[str]:
    """The passwords in an address, as they stand there and as they are meant."""
    parts = urlsplit(place)
    login, at, _ = parts.netloc.rpartition("@")
    password = login.partition(":")[2] if at else ""
    asked = [value for name, value in parse_qsl(parts.query) if name.lower() in _SECRET]
    return {word for word in (password, unquote(password), *asked) if word}
