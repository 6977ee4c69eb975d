"""Listing the sentences that players are told."""

import json

from smashup.sentences import sentences


def test_one_row_for_each_sentence(run):
    rows = json.loads(run("words", "--json").output)
    assert [row["sentence"] for row in rows] == [found.sentence for found in sentences()]
    row = next(row for row in rows if row["sentence"] == "Ignore {base}?")
    assert row["values"] == ["base"]
    assert all(":" in place for place in row["places"])


def test_one_line_for_each_sentence(run):
    lines = run("words").output.splitlines()
    assert "Ignore {base}?" in lines
    assert len(lines) == len(sentences())


def test_a_folder_that_is_not_there_is_refused(run):
    assert run("words", "nowhere").exit_code == 2


def test_a_sentence_made_of_pieces_is_refused_with_its_place(run, tmp_path):
    (tmp_path / "bad.py").write_text("def f(g):\n    yield from g.may(0, f'Take {g}?')\n")
    result = run("words", str(tmp_path))
    assert result.exit_code == 2
    assert "bad.py:2: a sentence is put together from pieces" in result.output


def test_what_a_language_lacks_is_listed(run):
    whole = run("words", "--language", "de")
    assert (whole.exit_code, whole.output) == (0, "Nothing is missing in de.\n")
    nothing = run("words", "--language", "xx")
    assert nothing.exit_code == 1
    assert "lacks: Name a faction\n" in nothing.output
