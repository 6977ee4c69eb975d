"""Writes what is made of the protocol's structures (src/smashup/protocol).

    python scripts/protocol.py            write the files
    python scripts/protocol.py --check    write nothing; exit 1 if one of them is out of date

The files are web/src/lib/protocol.ts (the types of the browser), docs/protocol.schema.json (a JSON
schema of all messages and bodies) and the tables of docs/protocol.md, between their markers.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType, UnionType
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from fastapi.routing import APIRoute
from msgspec import Struct, inspect

from making.files import filled, write_or_check
from smashup.protocol import calls, catalogue, messages, room, things, view
from smashup.server.api import router
from smashup.server.bodies import Shape, shape_of
from smashup.server.errors import STATUS

ROOT = Path(__file__).resolve().parents[1]
TYPES = ROOT / "web" / "src" / "lib" / "protocol.ts"
SCHEMA = ROOT / "docs" / "protocol.schema.json"
TABLES = ROOT / "docs" / "protocol.md"

COMMAND = "make protocol"
WIDTH = 100  # of a line of TypeScript
MODULES = (things, view, room, messages, calls, catalogue)
#: Unions that have a name of their own.
UNIONS = {
    name: getattr(messages, name)
    for name in ("Request", "ClientMessage", "News", "Reply", "ServerMessage")
}


# --- What there is ----------------------------------------------------------------------------


def rest_calls() -> list[tuple[APIRoute, Shape]]:
    """Every REST call, with what it takes and gives."""
    routes = [route for route in router.routes if isinstance(route, APIRoute)]
    return [(route, shape_of(route)) for route in routes]


def roots() -> list[Any]:
    """All that is sent as a whole, by either side."""
    found: list[Any] = [messages.ClientMessage, messages.ServerMessage, calls.Failure]
    for _, shape in rest_calls():
        found += [shape.gives] if shape.takes is None else [shape.takes, shape.gives]
    return found


@cache
def structs() -> dict[type[Struct], inspect.StructType]:
    """Every structure that is part of something sent."""
    found: dict[type[Struct], inspect.StructType] = {}

    def look(node: inspect.Type) -> None:
        if isinstance(node, inspect.StructType):
            if node.cls not in found:
                found[node.cls] = node
                for field in node.fields:
                    look(field.type)
        for inner in inner_types(node):
            look(inner)

    for info in inspect.multi_type_info(roots()):
        look(info)
    return found


def inner_types(node: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types that a type is made of, other than fields."""
    match node:
        case inspect.Metadata():
            return (node.type,)
        case inspect.ListType():
            return (node.item_type,)
        case inspect.TupleType():
            return node.item_types
        case inspect.DictType():
            return node.key_type, node.value_type
        case inspect.UnionType():
            return node.types
    return ()


def of_module(module: ModuleType) -> list[inspect.StructType]:
    """The structures that a module defines, in its order."""
    known = structs()
    here = [thing for thing in vars(module).values() if isinstance(thing, type)]
    return [
        known[thing] for thing in here if thing in known and thing.__module__ == module.__name__
    ]


def aliases(module: ModuleType) -> dict[str, Any]:
    """The types with a title that a module is the first to have."""
    before = MODULES[: MODULES.index(module)]
    taken = {name for earlier in before for name in aliases(earlier)}
    return {
        name: thing
        for name, thing in vars(module).items()
        if get_origin(thing) is Annotated and meta(thing).title == name and name not in taken
    }


def meta(alias: Any) -> msgspec.Meta:
    """What an alias says of itself."""
    notes = [note for note in alias.__metadata__ if isinstance(note, msgspec.Meta)]
    return notes[-1]


def words_of(thing: object) -> str:
    """The docstring as one line."""
    return " ".join((thing.__doc__ or "").split())


def description(field: inspect.Field) -> str:
    """What is said of a field; what is said of its type alone is said there."""
    if not isinstance(field.type, inspect.Metadata):
        return ""
    said = field.type.extra_json_schema or {}
    text = str(said.get("description", ""))
    named = alias_named(str(said.get("title", "")))
    return "" if named is not None and meta(named).description == text else text


def alias_named(title: str) -> Any:
    """The alias with that title, None if there is none."""
    return next((aliases(one)[title] for one in MODULES if title in aliases(one)), None)


# --- TypeScript -------------------------------------------------------------------------------


def typescript(node: inspect.Type) -> str:
    """A type in TypeScript, which the documents use as well."""
    match node:
        case inspect.Metadata():
            title = (node.extra_json_schema or {}).get("title")
            return str(title) if title else typescript(node.type)
        case inspect.StructType():
            return node.cls.__name__
        case inspect.ListType():
            inner = typescript(node.item_type)
            return f"({inner})[]" if is_union(node.item_type) else f"{inner}[]"
        case inspect.TupleType():
            return f"[{', '.join(map(typescript, node.item_types))}]"
        case inspect.DictType():
            return f"Record<{typescript(node.key_type)}, {typescript(node.value_type)}>"
        case inspect.UnionType():
            return " | ".join(map(typescript, node.types))
        case inspect.LiteralType():
            return literals(node.values)
    plain = {
        inspect.StrType: "string",
        inspect.IntType: "number",
        inspect.FloatType: "number",
        inspect.BoolType: "boolean",
        inspect.NoneType: "null",
    }
    if type(node) not in plain:
        raise SystemExit(f"There is no TypeScript for {node}: add it to `typescript`.")
    return plain[type(node)]


def is_union(node: inspect.Type) -> bool:
    """Whether its TypeScript is several types with bars between them."""
    if isinstance(node, inspect.Metadata):
        return "title" not in (node.extra_json_schema or {}) and is_union(node.type)
    return isinstance(node, inspect.UnionType | inspect.LiteralType)


def literals(values: Sequence[object]) -> str:
    """Literal values as a union."""
    return " | ".join(f"'{one}'" if isinstance(one, str) else str(one) for one in values)


def fields(info: inspect.StructType) -> Iterator[tuple[str, str, str]]:
    """Name, type and description of what a structure has; `?` where it may be left out."""
    if info.tag is not None:
        yield str(info.tag_field), f"'{info.tag}'", ""
    for field in info.fields:
        mark = "" if field.required else "?"
        yield field.encode_name + mark, typescript(field.type), description(field)


def alias_type(alias: Any) -> str:
    """What an alias stands for, literals in their own order."""
    inner = get_args(alias)[0]
    if get_origin(inner) is Literal:
        return literals(get_args(inner))
    return typescript(inspect.type_info(inner))


def type_line(name: str, union: str) -> str:
    """`export type`, broken where it is too long."""
    line = f"export type {name} = {union};"
    if len(line) <= WIDTH:
        return line
    return f"export type {name} =\n  | " + union.replace(" | ", "\n  | ") + ";"


def interface(info: inspect.StructType) -> str:
    """A structure in TypeScript."""
    lines = [f"/** {words_of(info.cls)} */", f"export interface {info.cls.__name__} {{"]
    for name, type_, said in fields(info):
        if said:
            lines.append(f"  /** {said[0].upper()}{said[1:].rstrip('.')}. */")
        lines.append(f"  {name}: {type_};")
    return "\n".join([*lines, "}"])


def types_file(old: str) -> str:
    """The whole of protocol.ts."""
    parts = [f"/** Made of src/smashup/protocol by `{COMMAND}`: change it there. */"]
    for module in MODULES:
        parts.append(f"// -- {(module.__doc__ or '').partition('.')[0].split(' (')[0]}")
        for name, alias in aliases(module).items():
            said = meta(alias).description
            line = type_line(name, alias_type(alias))
            parts.append(f"/** {said} */\n{line}" if said else line)
        parts += map(interface, of_module(module))
        if module is messages:
            parts += [type_line(name, members(union)) for name, union in UNIONS.items()]
    return "\n\n".join(parts) + "\n"


def members(union: UnionType) -> str:
    """The structures of a union by name."""
    return " | ".join(one.__name__ for one in get_args(union))


# --- JSON schema ------------------------------------------------------------------------------


def schema_file(old: str) -> str:
    """The whole of protocol.schema.json: any message, with every structure by its name."""
    _, found = msgspec.json.schema_components(roots(), ref_template="#/$defs/{name}")
    for name, union in UNIONS.items():
        found[name] = {"anyOf": [{"$ref": f"#/$defs/{one.__name__}"} for one in get_args(union)]}
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The messages of the socket, and what REST calls take and give",
        "$comment": f"Made of src/smashup/protocol by `{COMMAND}`: change it there.",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": dict(sorted(found.items())),
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


# --- Tables -----------------------------------------------------------------------------------


def row(*cells: str) -> str:
    """One line of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


def table(*head: str) -> list[str]:
    """The head of a Markdown table."""
    return [row(*head), "|" + "---|" * len(head)]


def call_rows() -> list[str]:
    """Every REST call."""
    lines = table("call", "takes", "gives", "does")
    for route, shape in rest_calls():
        method = "".join(route.methods or ())
        queries = f"?{'&'.join(shape.queries)}" if shape.queries else ""
        takes = [f"header `{name}`" for name in shape.headers]
        if shape.takes is not None:
            takes.append(f"`{shape.takes.__name__}`")
        gives = typescript(inspect.type_info(shape.gives))
        said = words_of(route.endpoint)
        lines.append(
            row(f"`{method} {route.path}{queries}`", " or ".join(takes), f"`{gives}`", said)
        )
    return lines


def message_rows(union: UnionType) -> list[str]:
    """Every message of one side."""
    lines = table("t", "fields", "means")
    known = structs()
    for one in get_args(union):
        shown = [f"{name}: {type_}" for name, type_, _ in list(fields(known[one]))[1:]]
        with_fields = f"`{', '.join(shown)}`" if shown else ""
        lines.append(row(f"`{known[one].tag}`", with_fields, words_of(one)))
    return lines


def struct_rows(module: ModuleType) -> list[str]:
    """The types of a module: what has a title, then every structure that is no message."""
    lines: list[str] = []
    named = aliases(module)
    if named:
        lines += table("type", "is", "means")
        lines += [
            row(f"`{name}`", f"`{alias_type(alias)}`", meta(alias).description or "")
            for name, alias in named.items()
        ]
    for info in of_module(module):
        said = [one for one in fields(info) if one[2]] if info.tag else list(fields(info))
        if said:
            about = words_of(info.cls)
            lines += ["", f"`{info.cls.__name__}`: {about}", "", *table("field", "type", "means")]
            lines += [row(f"`{name}`", f"`{type_}`", words) for name, type_, words in said]
    return lines


def error_rows() -> list[str]:
    """Every code of an error, with its status over REST."""
    return table("code", "status") + [row(f"`{code}`", str(s)) for code, s in STATUS.items()]


#: The tables of docs/protocol.md by the name in their marker.
MADE: dict[str, Callable[[], list[str]]] = {
    "calls": call_rows,
    "from the client": lambda: message_rows(messages.ClientMessage),
    "from the server": lambda: message_rows(messages.ServerMessage),
    "in messages": lambda: struct_rows(messages),
    "things": lambda: struct_rows(things),
    "rooms": lambda: struct_rows(room),
    "bodies": lambda: struct_rows(calls),
    "view": lambda: struct_rows(view),
    "catalogue": lambda: struct_rows(catalogue),
    "errors": error_rows,
}


def tables_file(text: str) -> str:
    """docs/protocol.md with its tables made anew."""
    return filled(text, MADE, TABLES, COMMAND)


# --- The command ------------------------------------------------------------------------------

#: Every file that is made, from what it was before.
FILES: dict[Path, Callable[[str], str]] = {
    TYPES: types_file,
    SCHEMA: schema_file,
    TABLES: tables_file,
}


def main() -> int:
    """Run the command."""
    return write_or_check(FILES, ROOT, "src/smashup/protocol", COMMAND, __doc__ or "")


if __name__ == "__main__":
    sys.exit(main())
