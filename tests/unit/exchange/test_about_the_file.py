"""R5 and R13: lines that speak about the file: preamble, stamps, legends, pointers, instructions, debris."""

import pytest


def reasons(reading) -> dict[int, str]:
    return {skip.line: skip.reason for skip in reading.skipped}


def texts(reading) -> list[str]:
    return [found.text for found in reading.memories]


def test_text_between_title_and_first_section_is_preamble(read) -> None:
    reading = read("# M\n\nWhat this is.\n\n> Who keeps it.\n\n---\n\nMore of it.\n\n## A\n\nNot preamble.\n")
    assert texts(reading) == ["Not preamble."]
    assert reasons(reading) == {3: "preamble", 5: "preamble", 9: "preamble"}


@pytest.mark.parametrize("section", ["## A", "- a", "| a |\n|---|\n| b |"])
def test_headings_lists_and_tables_end_the_preamble(read, section: str) -> None:
    reading = read(f"# M\n\nAbout.\n\n{section}\n\nAfter.\n")
    assert reasons(reading)[3] == "preamble"
    assert "After." in texts(reading)


@pytest.mark.parametrize(
    "line", ["[P0] kept", "P1: kept", "**Purpose:** kept", "**目的**：kept", "[P0][2026-01-01] kept"]
)
def test_tagged_and_keyed_lines_are_no_preamble(read, line: str) -> None:
    reading = read(f"# M\n\n{line}\n\n## A\n- a\n")
    assert len(texts(reading)) == 2


def test_a_file_of_paragraphs_has_no_preamble(read) -> None:
    assert texts(read("# M\n\nFirst thought.\n\nSecond thought.\n")) == ["First thought.", "Second thought."]


def test_without_a_title_and_in_logs_there_is_no_preamble(read) -> None:
    assert texts(read("Thought.\n\n## A\n- a\n")) == ["Thought.", "a"]
    assert texts(read("# Log\n\nThought.\n\n## A\n- a\n", "2026-01-01.md")) == ["Thought.", "a"]


@pytest.mark.parametrize(
    "line",
    [
        "最后更新：2026-01-01",
        "更新时间: 昨天",
        "最后更新于 2026-01-01",
        "Last updated: today",
        "**Last updated:** today",
        "Updated by the janitor",
        "Generated on Monday",
        "> Last updated: today",
        "LAST UPDATED AT noon",
    ],
)
def test_stamps(read, line: str) -> None:
    reading = read(f"## A\n- a\n\n{line}\n")
    assert texts(reading) == ["a"]
    assert reasons(reading) == {4: "stamp"}


@pytest.mark.parametrize(
    "line", ["Version: 2", "**Owner:** Ines", "维护者：小王", "状态: 草稿", "Created: 2026-01-01"]
)
def test_some_stamps_only_stand_in_the_preamble(read, line: str) -> None:
    assert reasons(read(f"# M\n\n{line}\n\n## A\n- a\n")) == {3: "stamp"}
    assert len(texts(read(f"## A\n- a\n\n{line}\n"))) == 2


@pytest.mark.parametrize(
    "line", ["Updated the router", "Generation of keys: weekly", "- Last updated: never trust it"]
)
def test_what_is_no_stamp(read, line: str) -> None:
    assert not reasons(read(f"## A\n\n{line}\n"))


@pytest.mark.parametrize(
    ("line", "is_note"),
    [
        ("*all of it*", True),
        ("_all of it_", True),
        ("_a file_name inside_", True),
        ("*with **bold** inside*", True),
        ("*two* and *three*", False),
        ("_two_ and _three_", False),
        ("**bold**", False),
        ("- *an item*", False),
        ("*a*b", False),
    ],
)
def test_italic_notes(read, line: str, is_note: bool) -> None:
    assert (reasons(read(f"## A\n\n{line}\n")).get(3) == "italic-note") is is_note


@pytest.mark.parametrize(
    "line",
    [
        "- P0 = 永久",
        "- P0：永久保留",
        "- [P1] 90 天",
        "- P1: 90 days",
        "- `P2`: 30 days",
        "- **P0**：核心，永不过期",
        "- P0 (never expires)",
        "- P2 - 保留 30 天",
        "P0: core, P1: stage",
        "P0（身份）/ P1（阶段）",
        "级别：P0、P1、P2",
        "> P0 stays, P1 goes, P2 goes soon",
    ],
)
def test_legends_of_the_tags(read, line: str) -> None:
    reading = read(f"## A\n\n{line}\n")
    assert reasons(reading) == {3: "priority-legend"}


@pytest.mark.parametrize(
    "line",
    [
        "- [P0] Never commit secrets",
        "- [P0] 永不删除用户数据",
        "- [P1] 5月3日体检",
        "- [P1] 每 3 天浇一次花",
        "- P0: never push to the main branch on Friday",
        "- this week the P0 and P1 queues are empty, P2 is not",
        "- " + "P0: a, P1: b " * 9,
    ],
)
def test_statements_that_only_look_like_legends(read, line: str) -> None:
    assert not reasons(read(f"## A\n\n{line}\n"))


def test_in_a_log_a_level_with_days_is_a_statement(read) -> None:
    assert texts(read("- P1: 3 days late\n", "2026-01-01.md")) == ["P1: 3 days late"]


@pytest.mark.parametrize(
    "item",
    [
        "[A](a.md) — hook",
        "**[A](a.md)** - hook",
        "[A](<a.md>): hook",
        '[A](a.md "title")',
        "[A](a.md#part)",
        "[A [b]](a.md)",
        "[A](sub%20folder/a.md)",
        "[A](page.html)",
        "[A](a.md); [Gone](gone.md)",
        "see → gone.md",
        "**Plan** → `plans/spring.md`",
    ],
)
def test_pointers_to_existing_notes(read, item: str) -> None:
    reading = read(f"- {item}\n", beside=("a.md", "sub folder/a.md", "page.html"))
    assert reasons(reading) == {1: "index-pointer"}


@pytest.mark.parametrize(
    "item",
    [
        "[A](gone.md) — the last trace",
        "[A](https://example.org/a.md)",
        "[A](/a.md)",
        "[A](a.txt)",
        "see [A](a.md)",
        "A → a.md and more",
        "`[A](a.md)",
    ],
)
def test_other_links_are_memories_as_written(read, item: str) -> None:
    assert texts(read(f"- {item}\n", beside=("a.md", "a.txt"))) == [item]


def test_links_into_the_same_file_are_a_table_of_contents(read) -> None:
    assert reasons(read("- [A](#a)\n  - [B](#b)\n- x\n")) == {1: "toc"}


def test_a_pointer_in_a_paragraph_is_a_memory(read) -> None:
    assert texts(read("## A\n\n[A](a.md) is the note\n", beside=("a.md",))) == ["[A](a.md) is the note"]


@pytest.mark.parametrize(
    "heading",
    ["使用说明", "更新规则", "What goes here", "GUIDELINES", "📋 格式说明", "Update rules:", "**Usage**"],
)
def test_sections_that_instruct_the_writer(read, heading: str) -> None:
    reading = read(
        f"## {heading}\ntext\n- a\n### Deeper\n1. b\n\n```\nc\n```\n\n| d |\n|---|\n| e |\n## Real\n- f\n"
    )
    assert texts(reading) == ["f"]
    assert set(reasons(reading).values()) == {"instructions-section"}
    assert set(reasons(reading)) == {2, 3, 5, 7, 13}


@pytest.mark.parametrize("heading", ["Guidelines for guests", "使用说明书", "File format"])
def test_instruction_headings_match_exactly(read, heading: str) -> None:
    assert texts(read(f"## {heading}\n- a\n")) == ["a"]


def test_machine_copies_are_debris(read) -> None:
    reading = read(
        "- a [score=0.85 recalls=0 avg=0.62]\n- Candidate: User: hi\n- - Candidate: x\n"
        "<!-- openclaw-memory-promotion:memory/2026-01-01.md:1:2 -->\n"
        "\n- promoted\n- b\n<!-- a remark -->\n- c\n"
    )
    assert texts(reading) == ["b", "c"]
    assert reasons(reading) == {
        1: "machine-debris",
        2: "machine-debris",
        3: "machine-debris",
        4: "html-comment",
        6: "machine-debris",
        8: "html-comment",
    }
