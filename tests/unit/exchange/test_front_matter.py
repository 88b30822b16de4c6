"""R3: front matter is read leniently, and invalid YAML is said."""

import pytest

from palace.exchange.front_matter import read_front_matter
from palace.exchange.yaml_check import is_valid_yaml


def test_values_keep_their_colons_and_lose_their_quotes() -> None:
    front = read_front_matter(
        [
            "---",
            "name: Label printer: B",
            'title: "a: b"',
            "Type : x",
            "metadata:",
            "  type: user",
            "---",
            "body",
        ]
    )
    assert front.length == 7
    assert front.values["name"] == "Label printer: B"
    assert front.values["title"] == "a: b"
    assert front.values["type"] == "x"
    assert front.values["metadata.type"] == "user"
    assert front.lines["name"] == 2


def test_lists_are_read_in_both_styles() -> None:
    front = read_front_matter(["---", "tags:", "- a", "  - 'b'", 'aliases: [x, "y"]', "---"])
    assert front.lists == {"tags": ("a", "b"), "aliases": ("x", "y")}


@pytest.mark.parametrize(
    "lines",
    [
        ["", "---", "a: b", "---"],
        ["---", "just text", "---"],
        ["---", "a: b"],
        ["---", *["x"] * 60, "a: b", "---"],
        ["# title", "---", "a: b", "---"],
        [],
    ],
)
def test_what_is_no_front_matter(lines: list[str]) -> None:
    assert read_front_matter(lines).length == 0


@pytest.mark.parametrize(
    "text",
    [
        "a: b",
        "a: http://x.y:80/z",
        "a: C:\\agent",
        "a: 中文：值",
        "a: 'it''s'",
        'a: "b \\n c" # comment',
        "a: [b, 'c', {d: e}]",
        "a: [b,\n  c]",
        "a:\n- b\n- c: d\n  e: f",
        "a:\n  b: c\nd:",
        "a: |\n  any: thing\n   [here\nb: c",
        "a: text\n  goes on",
        "# comment\n\na: b",
        "tags: [[wiki]]",
        "a: -5",
        "a: b #c d",
    ],
)
def test_valid_yaml(text: str) -> None:
    assert is_valid_yaml(text.split("\n"))


@pytest.mark.parametrize(
    "text",
    [
        "a: b: c",
        "a: [b, [c",
        "a: [[x]]y",
        "a: *Italic*",
        'a: "C:\\Users"',
        'a: "unclosed',
        "a: 'b' c",
        "a: @who",
        "a: `code`",
        "a: {{name}}",
        "a: - b",
        "a: > quote",
        "a: b\nno colon",
        "a: b\n  c: d",
        "a: b\n- c",
        "\ta: b",
        "a: b:",
        "a: [#b]",
        "a: %x",
    ],
)
def test_invalid_yaml(text: str) -> None:
    assert not is_valid_yaml(text.split("\n"))


def test_invalid_yaml_is_reported_and_everything_read(read) -> None:
    reading = read("---\nname: a: b\ndescription: d\ntype: feedback\n---\n\nBody.\n", "t.md")
    assert [(skip.line, skip.reason) for skip in reading.skipped] == [(1, "front-matter-invalid")]
    assert reading.memories[0].heading == ("a: b",)
    assert reading.memories[0].kind == "correction"


def test_bom_and_crlf_do_not_hide_front_matter(read) -> None:
    text = "\ufeff---\r\nname: n\r\ndescription: d\r\n---\r\n\r\nBody.\r\n"
    reading = read(text, "t.md")
    assert reading.format == "claude-topic"
    assert [(found.line, found.text) for found in reading.memories] == [(6, "Body.")]
