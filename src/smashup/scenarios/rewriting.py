"""Putting other steps into the text of a scenario file; all the rest of it stays as it is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import yaml

from smashup.scenarios.spelling import CannotSpell, Said, Spelled
from smashup.scenarios.steps import in_words


class Edit(NamedTuple):
    """A piece of a text, from `start` up to `end`, and what is to stand there instead."""

    start: int
    end: int
    new: str


class Rewriting:
    """The text of a scenario file, in which the steps of some documents are spelled out."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._edits: list[Edit] = []
        self._documents = [
            node
            for node in yaml.compose_all(text, Loader=yaml.SafeLoader)
            if node is not None and not (isinstance(node, yaml.ScalarNode) and node.value == "")
        ]

    def spell_out(self, number: int, spelled: Sequence[Spelled]) -> None:
        """Changes the steps of a document, counted from 1; `CannotSpell` if it has no list."""
        document = self._documents[number - 1]
        assert isinstance(document, yaml.MappingNode)
        steps = next((value for key, value in document.value if key.value == "steps"), None)
        if not isinstance(steps, yaml.SequenceNode) or not (steps.flow_style or steps.value):
            raise CannotSpell("it has no list of steps to add to: write `steps: []` first")
        if steps.flow_style:
            self._edits.append(_edit_flow(self.text, steps, spelled))
        else:
            self._edits += _edit_block(self.text, steps, spelled)

    def result(self) -> str:
        """The new text."""
        text = self.text
        for edit in sorted(self._edits, reverse=True):
            text = text[: edit.start] + edit.new + text[edit.end :]
        return text


# -- steps in brackets ------------------------------------------------------------------------


def _edit_flow(text: str, steps: yaml.SequenceNode, spelled: Sequence[Spelled]) -> Edit:
    """All steps between the brackets anew, with the commas and lines that were between them."""
    first = last = steps.start_mark.index + 1
    pieces: list[tuple[str, str]] = []  # each with what separates it from the one before
    for node, now in zip(steps.value, spelled, strict=False):
        start, end = node.start_mark.index, _end(node)
        first = start if node is steps.value[0] else first
        kept = [text[start:end]] if now.is_kept else []
        new = [*map(_in_brackets, now.before), *kept, *map(_in_brackets, now.after)]
        pieces += [(text[last:start] if one is new[0] else ", ", one) for one in new]
        last = end
    pieces += [(", ", _in_brackets(said)) for said in spelled[-1].before]
    joined = "".join(gap + one if number else one for number, (gap, one) in enumerate(pieces))
    return Edit(first, last, joined)


# -- steps on lines of their own --------------------------------------------------------------


def _edit_block(text: str, steps: yaml.SequenceNode, spelled: Sequence[Spelled]) -> Iterator[Edit]:
    """The lines of each step that changes anew; what follows them all comes after the last."""
    last = len(steps.value) - 1
    for number, (node, now) in enumerate(zip(steps.value, spelled, strict=False)):
        added = spelled[-1].before if number == last else []
        if now.is_changed or added:
            yield _edit_lines(text, node, replace(now, after=[*now.after, *added]))


def _edit_lines(text: str, node: yaml.Node, now: Spelled) -> Edit:
    """The lines of one step anew: what comes before it, itself, what comes after it."""
    begin = text.rfind("\n", 0, node.start_mark.index) + 1
    end = _line_end(text, _end(node))
    kept = text[begin:end] if now.is_kept else _comment_alone(text, node)
    if kept and not kept.endswith("\n"):
        kept += _newline(text)
    before, after = _lines(text, node, now.before), _lines(text, node, now.after)
    return Edit(begin, end, "".join([*before, kept, *after]))


def _comment_alone(text: str, node: yaml.Node) -> str:
    """The comment behind a step that goes, on a line of its own."""
    comment = text[_end(node) : _line_end(text, _end(node))].strip()
    indent = " " * (node.start_mark.column - len("- "))
    return f"{indent}{comment}{_newline(text)}" if comment else ""


def _lines(text: str, node: yaml.Node, said: Sequence[Said]) -> list[str]:
    """Steps on lines of their own, indented as this one is."""
    begin = text.rfind("\n", 0, node.start_mark.index) + 1
    dash = text[begin : node.start_mark.index]
    return [f"{dash}{_on_a_line(one)}{_newline(text)}" for one in said]


def _line_end(text: str, at: int) -> int:
    """The beginning of the next line."""
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


# -- one step ---------------------------------------------------------------------------------


def _end(node: yaml.Node) -> int:
    """Where the text of a node really ends; a block is said to end where the next thing begins."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    return int(node.end_mark.index)


def _in_brackets(said: Said) -> str:
    seat, answer = said
    return f"{{{_scalar(seat)}: {_flow(answer)}}}"


def _on_a_line(said: Said) -> str:
    seat, answer = said
    if isinstance(answer, dict) and "order" in answer:
        answer = in_words(answer)
    if isinstance(answer, str) and _reads_as(f"{_scalar(seat)}: {answer}", {seat: answer}):
        return f"{_scalar(seat)}: {answer}"
    return f"{_scalar(seat)}: {_flow(answer)}"


def _flow(answer: Any) -> str:
    """An answer as it is written within brackets."""
    if isinstance(answer, dict):
        ((verb, targets),) = answer.items()
        return f"{{{verb}: [{', '.join(map(_scalar, targets))}]}}"
    return _scalar(answer)


def _scalar(words: str) -> str:
    """Words as YAML reads them within brackets: as they are or, where it must be, in quotes."""
    plain = _reads_as(f"[{words}]", [words]) or words in ("yes", "no")
    return words if plain else json.dumps(words, ensure_ascii=False)


def _reads_as(text: str, meant: Any) -> bool:
    try:
        return bool(yaml.safe_load(text) == meant)
    except yaml.YAMLError:
        return False
